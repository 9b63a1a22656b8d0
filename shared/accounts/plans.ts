/** Limits, rates and features of the plans. The effective limits of a workspace are columns of its row. */
import { forbidden } from '../kernel/errors.js'
import type { Rate } from '../kernel/store/rate-limits.js'
import { days, minutes, seconds } from '../kernel/time.js'
import { plans, type Plan } from './workspace.entity.js'

/** Stands for "no limit" where the interface needs a number. */
export const unlimited = 1_000_000_000

/** Tiers of the plan table. Legacy business plans (`business plus`, ...) belong to the tier `business`. */
export const planTiers = ['free', 'pro', 'business', 'advanced', 'enterprise'] as const
export type PlanTier = (typeof planTiers)[number]

/** The tier of a plan name, given by its first word. Unknown names are free. */
export function planTier(plan: string): PlanTier {
  const name = plan.toLowerCase().split(' ')[0]
  return planTiers.find((tier) => tier === name) ?? 'free'
}

export interface PlanLimits {
  /** New links per billing period. */
  links: number
  /** Clicks, leads and sales per billing period. */
  usage: number
  /** Payouts in cents per billing period. */
  payouts: number
  domains: number
  tags: number
  partnerTags: number
  folders: number
  groups: number
  partners: number
  networkInvites: number
  users: number
  /** AI credits per billing period. */
  ai: number
  /** Days of analytics data that are accessible. */
  retentionDays: number
}

export const planLimits: Record<PlanTier, PlanLimits> = {
  free: {
    links: 25,
    usage: 1_000,
    payouts: 0,
    domains: 3,
    tags: 5,
    partnerTags: 0,
    folders: 0,
    groups: 0,
    partners: 0,
    networkInvites: 0,
    users: 1,
    ai: 10,
    retentionDays: 30,
  },
  pro: {
    links: 1_000,
    usage: 50_000,
    payouts: 0,
    domains: 10,
    tags: 25,
    partnerTags: 0,
    folders: 3,
    groups: 0,
    partners: 0,
    networkInvites: 0,
    users: 3,
    ai: 1_000,
    retentionDays: 365,
  },
  business: {
    links: 10_000,
    usage: 250_000,
    payouts: 250_000,
    domains: 100,
    tags: unlimited,
    partnerTags: 10,
    folders: 20,
    groups: 3,
    partners: 500,
    networkInvites: 0,
    users: 10,
    ai: 1_000,
    retentionDays: 3 * 365,
  },
  advanced: {
    links: 50_000,
    usage: 1_000_000,
    payouts: 1_500_000,
    domains: 250,
    tags: unlimited,
    partnerTags: unlimited,
    folders: 50,
    groups: unlimited,
    partners: unlimited,
    networkInvites: 0,
    users: 20,
    ai: 1_000,
    retentionDays: 5 * 365,
  },
  enterprise: {
    links: 500_000,
    usage: 5_000_000,
    payouts: unlimited,
    domains: 250,
    tags: unlimited,
    partnerTags: unlimited,
    folders: unlimited,
    groups: unlimited,
    partners: unlimited,
    networkInvites: 20,
    users: 30,
    ai: 1_000,
    retentionDays: unlimited,
  },
}

/** Retention of the request log. */
const logRetentionDays: Record<PlanTier, number> = { free: 30, pro: 30, business: 60, advanced: 60, enterprise: 90 }
export const logRetentionMs = (plan: string) => days(logRetentionDays[planTier(plan)])

/** Limit columns of a workspace on this plan. */
export function limitColumns(plan: Plan) {
  const limits = planLimits[planTier(plan)]
  return {
    linksLimit: limits.links,
    usageLimit: limits.usage,
    domainsLimit: limits.domains,
    tagsLimit: limits.tags,
    foldersLimit: limits.folders,
    usersLimit: limits.users,
    partnersLimit: limits.partners,
    groupsLimit: limits.groups,
    partnerTagsLimit: limits.partnerTags,
  }
}

/** Limit columns without limits, for workspaces on the highest plan. */
export const unlimitedColumns = {
  linksLimit: unlimited,
  usageLimit: unlimited,
  domainsLimit: unlimited,
  tagsLimit: unlimited,
  foldersLimit: unlimited,
  usersLimit: unlimited,
  partnersLimit: unlimited,
  groupsLimit: unlimited,
  partnerTagsLimit: unlimited,
}

/** Limit columns of a plan. The enterprise plan is unlimited. */
export const workspaceLimits = (plan: Plan) => (planTier(plan) === 'enterprise' ? unlimitedColumns : limitColumns(plan))

/** Endpoint classes whose rate limit depends on the plan. */
export type PlanRateClass = 'api' | 'analytics'

const rates = (perMinute: number, analyticsPerSecond: number): Record<PlanRateClass, Rate> => ({
  api: { requests: perMinute, windowMs: minutes(1) },
  analytics: { requests: analyticsPerSecond, windowMs: seconds(1) },
})

/** A rate of zero analytics requests means that the plan does not include analytics. */
export const planRates: Record<PlanTier, Record<PlanRateClass, Rate>> = {
  free: rates(60, 0),
  pro: rates(600, 2),
  business: rates(1_200, 4),
  advanced: rates(3_000, 8),
  enterprise: rates(3_000, 16),
}
export const trialRates = rates(120, 2)
/** Rates of sessions, on every plan. */
export const sessionRates = rates(600, 12)
export const publishableRate: Rate = { requests: 600, windowMs: minutes(1) }

/** The rate limit of API keys of a workspace. During a trial the trial rates apply, whatever the plan. */
export function rateOf(workspace: { plan: string; trialEndsAt?: Date | null } | null, kind: PlanRateClass, now: Date): Rate {
  if (workspace?.trialEndsAt && workspace.trialEndsAt > now) return trialRates[kind]
  return planRates[planTier(workspace?.plan ?? 'free')][kind]
}

/** Features that are not on every plan: the lowest tier that includes them, and a label for error messages. */
export const features = {
  linkPreviews: { from: 'pro', label: 'custom link previews' },
  linkPassword: { from: 'pro', label: 'password protection' },
  linkCloaking: { from: 'pro', label: 'link cloaking' },
  linkExpiration: { from: 'pro', label: 'link expiration' },
  deviceTargeting: { from: 'pro', label: 'device targeting' },
  geoTargeting: { from: 'pro', label: 'geo targeting' },
  searchIndexing: { from: 'pro', label: 'search engine indexing' },
  shortKeys: { from: 'pro', label: 'keys of up to three characters' },
  rootRedirect: { from: 'pro', label: 'a redirect of the bare domain' },
  domainSettings: { from: 'pro', label: 'these domain settings' },
  folders: { from: 'pro', label: 'folders' },
  analyticsApi: { from: 'pro', label: 'analytics through the API' },
  folderPermissions: { from: 'business', label: 'folder permissions' },
  eventLists: { from: 'business', label: 'lists of single events' },
  conversionTracking: { from: 'business', label: 'conversion tracking' },
  abTests: { from: 'business', label: 'A/B tests' },
  webhooks: { from: 'business', label: 'webhooks' },
  customers: { from: 'business', label: 'customers' },
  programs: { from: 'business', label: 'partner programs' },
  advancedRewards: { from: 'advanced', label: 'advanced reward logic' },
  partnerMessages: { from: 'advanced', label: 'partner messages' },
  campaigns: { from: 'advanced', label: 'campaigns' },
  fraudEvents: { from: 'advanced', label: 'fraud events' },
  groupMoveRules: { from: 'advanced', label: 'rules that move partners between groups' },
  bountyEmails: { from: 'advanced', label: 'emails about new bounties' },
  bountyMetrics: { from: 'advanced', label: 'social metrics of bounties' },
  embedTokens: { from: 'advanced', label: 'embed tokens' },
  advancedIntegrations: { from: 'advanced', label: 'advanced integrations' },
  partnerDiscovery: { from: 'advanced', label: 'partner discovery' },
  referralRewards: { from: 'advanced', label: 'referral rewards' },
  domainRegistration: { from: 'enterprise', label: 'domain registration' },
  auditLogExport: { from: 'enterprise', label: 'audit log export' },
  rewardSpendLimit: { from: 'enterprise', label: 'a reward spend limit' },
} as const satisfies Record<string, { from: PlanTier; label: string }>

export type Feature = keyof typeof features

export const planHas = (plan: string, feature: Feature) => planTiers.indexOf(planTier(plan)) >= planTiers.indexOf(features[feature].from)

/** Refuses a feature that the plan does not include. Without a workspace (anonymous link creation) plan free applies. */
export function requireFeature(workspace: { plan: string } | null, feature: Feature): void {
  if (planHas(workspace?.plan ?? 'free', feature)) return
  const { from, label } = features[feature]
  throw forbidden(`Plan ${planTitle(from)} or higher is required for ${label}.`)
}

/** `business plus` -> `Business Plus`. */
export const planTitle = (plan: string) => plan.replace(/\b[a-z]/g, (initial) => initial.toUpperCase())

/** Whether the tier of the plan is one of those named. */
export const planIsOneOf = (plan: string, names: readonly string[]) => names.some((name) => planTier(name) === planTier(plan))

/** The plans that include a feature, for the `plans` of an endpoint. */
export const plansWith = (feature: Feature): readonly Plan[] => plans.filter((plan) => planHas(plan, feature))
