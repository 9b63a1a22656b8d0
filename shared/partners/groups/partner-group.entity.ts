import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const groupColors = ['red', 'yellow', 'green', 'blue', 'purple', 'brown', 'gray'] as const
export type GroupColor = (typeof groupColors)[number]
export const holdingPeriods = [0, 7, 14, 30, 60, 90] as const
export const linkStructures = ['short', 'query', 'path'] as const
export type LinkStructure = (typeof linkStructures)[number]

/** A destination that partners may choose for additional links. */
export interface AdditionalLink {
  domain: string
  path: string
  validationMode: 'domain' | 'exact'
}

/** A condition under which partners move into the group. All conditions of a group must hold. */
export interface MoveRule {
  attribute: 'totalLeads' | 'totalConversions' | 'totalSaleAmount' | 'totalCommissions' | 'partnerGroup'
  operator: 'gte' | 'between' | 'eq' | 'ne' | 'in' | 'notIn'
  value: number | string | string[] | { min: number; max: number }
}

export const PartnerGroup = defineEntity({
  name: 'PartnerGroup',
  tableName: 'partner_groups',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    name: p.string(),
    /** Unique in the program; `default` for its default group. */
    slug: p.string(),
    /** Null for the default group. */
    color: p.string().$type<GroupColor>().nullable(),
    logo: p.string().nullable(),
    wordmark: p.string().nullable(),
    brandColor: p.string().nullable(),
    /** Days before a commission can be paid out. */
    holdingPeriodDays: p.integer().default(0),
    autoApprovePartnersEnabledAt: p.datetime().nullable(),
    clickRewardId: p.string().nullable(),
    leadRewardId: p.string().nullable(),
    saleRewardId: p.string().nullable(),
    referralRewardId: p.string().nullable(),
    discountId: p.string().nullable(),
    utmTemplateId: p.string().nullable(),
    additionalLinks: p.json<AdditionalLink[]>().nullable(),
    maxPartnerLinks: p.integer().default(0),
    linkStructure: p.string().$type<LinkStructure>().default('short'),
    moveRules: p.json<MoveRule[]>().nullable(),
    /** Since then the rules move no partners. */
    moveRulesDisabledAt: p.datetime().nullable(),
    applicationFormData: p.json<object>().nullable(),
    applicationFormPublishedAt: p.datetime().nullable(),
    landerData: p.json<object>().nullable(),
    landerPublishedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type PartnerGroup = InferEntity<typeof PartnerGroup>
