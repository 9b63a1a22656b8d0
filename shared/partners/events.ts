/** Events of the partners domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'
import { enrolmentStatuses } from './partner.schema.js'

/** The status of an enrolment changed; null before it existed, and after it was deleted. */
export const enrolmentChanged = event({
  name: 'enrolment.changed',
  payload: z.object({
    workspaceId: z.string(),
    programId: z.string(),
    partnerId: z.string(),
    enrolmentId: z.string(),
    from: z.enum(enrolmentStatuses).nullable(),
    to: z.enum(enrolmentStatuses).nullable(),
  }),
})
export type EnrolmentChange = z.infer<typeof enrolmentChanged.payload>

/** Partners changed their group, and with it their rewards and their discount. */
export const enrolmentsMoved = event({
  name: 'enrolments.moved',
  payload: z.object({ workspaceId: z.string(), programId: z.string(), groupId: z.string(), partnerIds: z.string().array() }),
})

/** Partners got other tags. */
export const enrolmentsTagged = event({
  name: 'enrolments.tagged',
  payload: z.object({ workspaceId: z.string(), programId: z.string(), partnerIds: z.string().array() }),
})

/** Two accounts of a partner were merged in a program: what belonged to the source belongs to the target. */
export const partnerMerged = event({
  name: 'partner.merged',
  payload: z.object({ workspaceId: z.string(), programId: z.string(), sourcePartnerId: z.string(), targetPartnerId: z.string() }),
})

/** A group was deleted after its last partner had left it. The rewards and the discount were its own. */
export const groupDeleted = event({
  name: 'group.deleted',
  payload: z.object({
    workspaceId: z.string(),
    programId: z.string(),
    groupId: z.string(),
    rewardIds: z.string().array(),
    discountIds: z.string().array(),
  }),
})
