import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'

export const plans = ['free', 'pro', 'business', 'business plus', 'business extra', 'business max', 'advanced', 'enterprise'] as const
export type Plan = (typeof plans)[number]

export const attributionModels = ['last_click', 'first_click'] as const
export type AttributionModel = (typeof attributionModels)[number]

export const Workspace = defineEntity({
  name: 'Workspace',
  tableName: 'workspaces',
  properties: {
    id: p.string().primary(),
    name: p.string(),
    slug: p.string(),
    logo: p.string().nullable(),
    plan: p.string().$type<Plan>(),
    trialEndsAt: p.datetime().nullable(),
    publishableKey: p.string().nullable(),
    /** Hosts whose pages may send client-side events; null or empty allows all. */
    allowedHostnames: p.json<string[]>().nullable(),
    /** Default of `trackConversion` for new links. */
    conversionEnabled: p.boolean().default(false),
    /** Which of a customer's clicks a lead is attributed to. */
    attributionModel: p.string().$type<AttributionModel>().default('last_click'),
    /** Maximum age of that click; null for no limit. */
    attributionWindowDays: p.integer().nullable(),
    /** Clicks, leads and sales of this billing period. */
    usage: p.bigint('number').default(0),
    usageLimit: p.bigint('number'),
    /** Links created in this billing period. */
    linksUsage: p.bigint('number').default(0),
    linksLimit: p.bigint('number'),
    domainsLimit: p.integer(),
    tagsLimit: p.integer(),
    foldersLimit: p.integer(),
    usersLimit: p.integer(),
    /** Partners that are approved or invited in the programs of the workspace. */
    partnersUsage: p.bigint('number').default(0),
    partnersLimit: p.integer(),
    groupsLimit: p.integer(),
    partnerTagsLimit: p.integer(),
    /** Program that requests about partners act on. */
    defaultProgramId: p.string().nullable(),
    /** Number of existing links, and of all clicks ever counted. */
    totalLinks: p.bigint('number').default(0),
    totalClicks: p.bigint('number').default(0),
    /** Day of the month on which the billing period starts. */
    billingCycleStart: p.integer(),
    /** Start of the current billing period. */
    billingPeriodStart: p.datetime().defaultRaw('now()'),
    /** Union of the triggers of the enabled webhooks. */
    webhookTriggers: p.json<string[]>().defaultRaw(`'[]'`),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Workspace = InferEntity<typeof Workspace>
