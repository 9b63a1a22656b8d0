import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const rewardEvents = ['click', 'lead', 'sale', 'referral'] as const
export type RewardEvent = (typeof rewardEvents)[number]
export const payoutModes = ['internal', 'hybrid', 'external'] as const
export type PayoutMode = (typeof payoutModes)[number]

/** A condition on applicants. */
export interface ApplicationRequirement {
  key: 'country' | 'emailDomain'
  operator: 'is' | 'is_not'
  value: string[]
}

export const Program = defineEntity({
  name: 'Program',
  tableName: 'programs',
  properties: {
    id: p.string().primary(),
    workspaceId: p.string(),
    name: p.string(),
    slug: p.string(),
    /** Domain of the workspace on which partner links live. */
    domain: p.string().nullable(),
    /** Default destination: that of the first default link of the default group. */
    url: p.string().nullable(),
    logo: p.string().nullable(),
    description: p.string().nullable(),
    /** Folder of the partner links; null after its deletion. */
    defaultFolderId: p.string().nullable(),
    defaultGroupId: p.string(),
    primaryRewardEvent: p.string().$type<RewardEvent>().default('sale'),
    /** Cents. */
    minPayoutAmount: p.integer().default(0),
    payoutMode: p.string().$type<PayoutMode>().default('internal'),
    inviteEmailData: p.json<object>().nullable(),
    embedData: p.json<object>().nullable(),
    resources: p.json<object>().nullable(),
    referralFormData: p.json<object>().nullable(),
    applicationRequirements: p.json<ApplicationRequirement[]>().nullable(),
    categories: p.json<string[]>().defaultRaw(`'[]'`),
    termsUrl: p.string().nullable(),
    helpUrl: p.string().nullable(),
    supportEmail: p.string().nullable(),
    messagingEnabledAt: p.datetime().nullable(),
    partnerNetworkEnabledAt: p.datetime().nullable(),
    addedToMarketplaceAt: p.datetime().nullable(),
    featuredOnMarketplaceAt: p.datetime().nullable(),
    marketplaceHeaderImage: p.string().nullable(),
    marketplaceRanking: p.integer().default(2147483647),
    startedAt: p.datetime().nullable(),
    deactivatedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Program = InferEntity<typeof Program>
