import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { banReasons, enrolmentStatuses } from './partner.schema.js'

export type EnrolmentStatus = (typeof enrolmentStatuses)[number]
export const reapplicationTimeframes = ['instant', 'standard', 'never'] as const

/** Membership of a partner in one program. */
export const Enrolment = defineEntity({
  name: 'Enrolment',
  tableName: 'enrolments',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    partnerId: p.string(),
    /** Id of the partner in the system of the caller, unique in the program. */
    tenantId: p.string().nullable(),
    groupId: p.string().nullable(),
    applicationId: p.string().nullable(),
    /** The partner who referred this one to the program. */
    referredByPartnerId: p.string().nullable(),
    /** Copies of the rewards and the discount of the group; null while the enrolment is inactive. */
    clickRewardId: p.string().nullable(),
    leadRewardId: p.string().nullable(),
    saleRewardId: p.string().nullable(),
    referralRewardId: p.string().nullable(),
    discountId: p.string().nullable(),
    status: p.string().$type<EnrolmentStatus>(),
    /** Sums over the links of the partner in the program. Triggers keep them. */
    totalClicks: p.bigint('number').default(0),
    totalLeads: p.bigint('number').default(0),
    totalConversions: p.bigint('number').default(0),
    totalSales: p.bigint('number').default(0),
    /** Cents. */
    totalSaleAmount: p.bigint('number').default(0),
    /** Cents: earnings of pending, processed and paid commissions. */
    totalCommissions: p.bigint('number').default(0),
    customerDataSharingEnabledAt: p.datetime().nullable(),
    groupMoveDisabledAt: p.datetime().nullable(),
    riskMonitoringDisabledAt: p.datetime().nullable(),
    bannedAt: p.datetime().nullable(),
    bannedReason: p.string().$type<(typeof banReasons)[number]>().nullable(),
    reapplicationTimeframe: p.string().$type<(typeof reapplicationTimeframes)[number]>().default('standard'),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Enrolment = InferEntity<typeof Enrolment>
