/** Schemas of fraud groups and events. */
import { z } from 'zod'
import { commissionStatuses } from '../../earnings/index.js'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { enrolmentStatuses } from '../../partners/index.js'
import { fraudTypes } from '../rules/fraud-types.js'
import { fraudGroupStatuses } from './group-states.js'

const Person = z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable(), image: z.string().nullable() })

export const FraudGroupSchema = z.object({
  id: z.string(),
  type: z.enum(fraudTypes),
  status: z.enum(fraudGroupStatuses),
  resolutionReason: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  lastEventAt: z.string(),
  eventCount: z.number(),
  partner: Person.extend({ status: z.enum(enrolmentStatuses).nullable() }),
  user: Person.nullable().describe('Who resolved the group; null if the service did.'),
})
export type FraudGroupResponse = z.infer<typeof FraudGroupSchema>

const filter = {
  status: z.enum(fraudGroupStatuses).optional().describe('By default pending, with groupId any.'),
  type: z.enum(fraudTypes).optional(),
  partnerId: idText().optional(),
  groupId: idText().optional().describe('One fraud group.'),
}
const maxGroups = 100

export const getFraudGroupsQuerySchema = z.object({
  ...filter,
  sortBy: z.enum(['lastEventAt', 'type', 'resolvedAt']).default('lastEventAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  ...pageFields(maxGroups),
})
export type GetFraudGroups = z.infer<typeof getFraudGroupsQuerySchema>

export const countFraudGroupsQuerySchema = z.object({
  ...filter,
  groupBy: z.enum(['partnerId', 'type']).optional(),
})
export type CountFraudGroups = z.infer<typeof countFraudGroupsQuerySchema>
export type FraudGroupFilter = Pick<GetFraudGroups, keyof typeof filter>

export const FraudGroupCount = z.union([
  z.number(),
  z.array(z.object({ partnerId: z.string(), count: z.number() })),
  z.array(z.object({ type: z.enum(fraudTypes), count: z.number() })),
])

const resolution = {
  resolutionReason: z.string().trim().max(200).optional(),
  disableRiskDetection: z.boolean().default(false).describe('Stops the monitoring of the partner.'),
}
export const resolveFraudGroupBodySchema = z.object(resolution)
export const resolveFraudGroupsBodySchema = z.object({
  groupIds: z
    .array(idText())
    .min(1)
    .max(maxGroups)
    .transform((ids) => [...new Set(ids)]),
  ...resolution,
})
export type ResolveFraudGroups = z.infer<typeof resolveFraudGroupsBodySchema>
export const ResolvedFraudGroups = z.object({ count: z.number().describe('Number of resolved groups.') })
export const FraudGroupParams = z.object({ fraudGroupId: z.string() })

export const FraudEventSchema = z.object({
  id: z.string(),
  groupId: z.string(),
  type: z.enum(fraudTypes),
  createdAt: z.string(),
  partner: Person,
  customer: z
    .object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable(), avatar: z.string().nullable() })
    .nullable(),
  commission: z
    .object({ id: z.string(), earnings: z.number(), currency: z.string(), status: z.enum(commissionStatuses) })
    .nullable()
    .describe('What the partner earned by the suspected conversion.'),
  linkId: z.string().nullable(),
  eventId: z.string().nullable().describe('Id of the lead or sale.'),
  duplicatePartner: Person.nullable().describe('The partner with the same payout details or verified account.'),
  metadata: z
    .record(z.string(), z.any())
    .nullable()
    .describe(
      'By type: `matchType` (exact, domainMatch, historicalDomainMatch), `domain`, `source`, `source` and `url`, `bannedAt` and ' +
        '`bannedReason`, or `shared`.',
    ),
})
export type FraudEventResponse = z.infer<typeof FraudEventSchema>

const maxEvents = 25
const eventFilter = { groupId: idText().optional(), customerId: idText().optional(), type: z.enum(fraudTypes).optional() }
export const getFraudEventsQuerySchema = z.object({ ...eventFilter, ...pageFields(maxEvents) })
export type GetFraudEvents = z.infer<typeof getFraudEventsQuerySchema>
export const countFraudEventsQuerySchema = z.object(eventFilter)
export type FraudEventFilter = z.infer<typeof countFraudEventsQuerySchema>

export const ReleaseAllHeldCommissions = z.object({ programId: idText() })
