/** Job contracts of this domain. Payloads contain no secrets: the job creates the one-time link that it sends. */
import { z } from 'zod'
import { contract, emailAttempts } from '../kernel/queue/contract.js'

/** Sends an email with a given text, which must not contain secrets. */
export const sendEmailJob = contract({
  name: 'accounts.send-email',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    from: z.object({ name: z.string(), address: z.string() }).optional(),
  }),
})

export const sendPasswordResetJob = contract({
  name: 'accounts.send-password-reset',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ email: z.string() }),
})

export const sendEmailChangeJob = contract({
  name: 'accounts.send-email-change',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ userId: z.string(), email: z.string() }),
})

/** Notifies the former address after a change, with a link that takes the change back. */
export const sendEmailChangedJob = contract({
  name: 'accounts.send-email-changed',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ userId: z.string(), formerEmail: z.string(), email: z.string() }),
})

export const sendInviteJob = contract({
  name: 'accounts.send-invite',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ workspaceId: z.string(), email: z.string() }),
})

/** Deletes the data of a closed workspace in all domains. Implemented in `maintenance`, which depends on all of them. */
export const deleteWorkspaceData = contract({
  name: 'maintenance.delete-workspace-data',
  queue: 'bulk',
  payload: z.object({ workspaceId: z.string() }),
  attempts: 20,
})
