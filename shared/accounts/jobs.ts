/** What this domain leaves to workers. Payloads hold no secrets: a job makes the link that it sends. */
import { z } from 'zod'
import { contract } from '../kernel/contract.js'

/** A letter as it is; for texts that hold no secret. */
export const mailLetter = contract({
  name: 'accounts.mail-letter',
  queue: 'events',
  payload: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
})

export const mailPasswordReset = contract({
  name: 'accounts.mail-password-reset',
  queue: 'events',
  payload: z.object({ email: z.string() }),
})

export const mailEmailChange = contract({
  name: 'accounts.mail-email-change',
  queue: 'events',
  payload: z.object({ userId: z.string(), email: z.string() }),
})

export const mailInvite = contract({
  name: 'accounts.mail-invite',
  queue: 'events',
  payload: z.object({ workspaceId: z.string(), email: z.string() }),
})

/** All that a closed workspace holds, in every domain. The row is `operations`': it stands above all of them. */
export const deleteWorkspaceData = contract({
  name: 'operations.delete-workspace-data',
  queue: 'bulk',
  payload: z.object({ workspaceId: z.string() }),
  attempts: 20,
})
