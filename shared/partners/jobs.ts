/** Job contracts of the partners domain. */
import { z } from 'zod'
import { operationJob } from '../background-operations/index.js'
import { contract, emailAttempts } from '../kernel/queue/contract.js'
import { InviteEmailData } from './invites/partner-invite.schema.js'

/**
 * Brings the links of partners in line with the default links and the UTM template of their group and with the domain of the program: of
 * the whole program, of a group, or of the named partners.
 */
export const syncLinksJob = contract({
  name: 'partners.sync-links',
  queue: 'bulk',
  payload: z.object({
    programId: z.string(),
    groupId: z.string().optional(),
    partnerIds: z.string().array().optional(),
    /** Parameters that the links had from a template; those that no template sets any more are removed. */
    formerTemplate: z.record(z.string(), z.string().nullable()).optional(),
    /** The url that a default link had. Copies lose the campaign parameters that they have from it. */
    formerUrl: z.string().optional(),
    /** The last enrolment that is done. */
    after: z.string().optional(),
  }),
  attempts: 20,
})

/** Moves the partners of a group to the default group, then deletes the group. */
export const deleteGroupJob = contract({
  name: 'partners.delete-group',
  queue: 'bulk',
  payload: z.object({ programId: z.string(), groupId: z.string() }),
  attempts: 20,
})

/** Deactivates or reactivates the partners of a program in batches. */
export const changeProgramPartnersJob = contract({
  name: 'partners.change-program-partners',
  queue: 'bulk',
  payload: z.object({ programId: z.string(), operation: z.enum(['deactivate', 'reactivate']) }),
  attempts: 20,
})

/** Sends the email of an invite. */
export const sendPartnerInviteJob = contract({
  name: 'partners.send-invite',
  queue: 'events',
  ...emailAttempts,
  payload: z.object({ enrolmentId: z.string(), emailData: InviteEmailData.optional() }),
})

export const exportPartnersJob = operationJob('partners.export', 'exports')

/** Merges two accounts of one partner. Implemented in `earnings`. */
export const mergePartnersJob = contract({
  name: 'partners.merge-accounts',
  queue: 'money',
  payload: z.object({ sourcePartnerId: z.string(), targetPartnerId: z.string() }),
  attempts: 20,
  deduplicationKey: ({ sourcePartnerId }) => sourcePartnerId,
})
