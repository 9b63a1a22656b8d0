/** What a plan includes: limits, request rates, features. Data only; a workspace's own limits are its columns. */
import { forbidden } from '../kernel/errors.js'
import type { Rate } from '../kernel/rate-limits.js'
import { days, minutes, seconds } from '../kernel/time.js'
import { plans, type Plan } from './workspace.entity.js'

/** A number so large that it stands for "no limit" wherever a number is asked for. */
export const unlimited = 1_000_000_000

/** The rows of the plan table. Older names of business plans read the business row. */
export const planRows = ['free', 'pro', 'business', 'advanced', 'enterprise'] as const
export type PlanRow = (typeof planRows)[number]

/** The first word of a plan's name says its row; a name that nobody knows is free. */
export function planRow(plan: string): PlanRow {
  const word = plan.toLowerCase().split(' ')[0]
  return planRows.find((row) => row === word) ?? 'free'
}

export interface PlanLimits {
  /** New links in a billing period. */
  links: number
  /** Clicks, leads and sales in a billing period. */
  usage: number
  /** Cents paid out in a billing period. */
  payouts: number
  domains: number
  tags: number
  partnerTags: number
  folders: number
  groups: number
  partners: number
  networkInvites: number
  users: number
  /** AI credits in a billing period. */
  ai: number
  /** How far back analytics look. */
  retentionDays: number
}

export const planLimits: Record<PlanRow, PlanLimits> = {
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

/** How long the requests of a workspace are kept in its log. */
const logDays: Record<PlanRow, number> = { free: 30, pro: 30, business: 60, advanced: 60, enterprise: 90 }
export const logRetention = (plan: string) => days(logDays[planRow(plan)])

/** The limit columns of a new workspace. */
export function limitColumns(plan: Plan) {
  const { links, usage, domains, tags, folders, users } = planLimits[planRow(plan)]
  return { linksLimit: links, usageLimit: usage, domainsLimit: domains, tagsLimit: tags, foldersLimit: folders, usersLimit: users }
}

/** The limit columns of an installation's own workspace: what its machine can do is the limit, not a price list. */
export const unlimitedColumns = {
  linksLimit: unlimited,
  usageLimit: unlimited,
  domainsLimit: unlimited,
  tagsLimit: unlimited,
  foldersLimit: unlimited,
  usersLimit: unlimited,
}

/** The limit columns that go with a plan: on the largest, what the machine can do is the limit. */
export const workspaceLimits = (plan: Plan) => (planRow(plan) === 'enterprise' ? unlimitedColumns : limitColumns(plan))

/** Classes of endpoints whose rate depends on the plan. */
export type PlanRateClass = 'api' | 'analytics'

const rates = (perMinute: number, analyticsPerSecond: number): Record<PlanRateClass, Rate> => ({
  api: { requests: perMinute, window: minutes(1) },
  analytics: { requests: analyticsPerSecond, window: seconds(1) },
})

/** No analytics requests at all means that the plan does not include them. */
export const planRates: Record<PlanRow, Record<PlanRateClass, Rate>> = {
  free: rates(60, 0),
  pro: rates(600, 2),
  business: rates(1_200, 4),
  advanced: rates(3_000, 8),
  enterprise: rates(3_000, 16),
}
export const trialRates = rates(120, 2)
/** People at a screen, whatever their workspace pays. */
export const sessionRates = rates(600, 12)
export const publishableRate: Rate = { requests: 600, window: minutes(1) }

/** How often a key of such a workspace may call; while a trial lasts, its row counts whatever the plan. */
export function rateOf(workspace: { plan: string; trialEndsAt?: Date | null } | null, kind: PlanRateClass, now: Date): Rate {
  if (workspace?.trialEndsAt && workspace.trialEndsAt > now) return trialRates[kind]
  return planRates[planRow(workspace?.plan ?? 'free')][kind]
}

/** Features that not every plan includes: the lowest plan that does, and the words for a refusal. */
export const features = {
  linkPreviews: { from: 'pro', words: 'custom link previews' },
  linkPassword: { from: 'pro', words: 'password protection' },
  linkCloaking: { from: 'pro', words: 'link cloaking' },
  linkExpiration: { from: 'pro', words: 'link expiration' },
  deviceTargeting: { from: 'pro', words: 'device targeting' },
  geoTargeting: { from: 'pro', words: 'geo targeting' },
  searchIndexing: { from: 'pro', words: 'search engine indexing' },
  shortKeys: { from: 'pro', words: 'keys of up to three characters' },
  rootRedirect: { from: 'pro', words: 'a redirect of the bare domain' },
  domainSettings: { from: 'pro', words: 'these domain settings' },
  folders: { from: 'pro', words: 'folders' },
  analyticsApi: { from: 'pro', words: 'analytics through the API' },
  folderPermissions: { from: 'business', words: 'folder permissions' },
  eventLists: { from: 'business', words: 'lists of single events' },
  conversionTracking: { from: 'business', words: 'conversion tracking' },
  abTests: { from: 'business', words: 'A/B tests' },
  webhooks: { from: 'business', words: 'webhooks' },
  customers: { from: 'business', words: 'customers' },
  programs: { from: 'business', words: 'partner programs' },
  advancedRewards: { from: 'advanced', words: 'advanced reward logic' },
  partnerMessages: { from: 'advanced', words: 'partner messages' },
  campaigns: { from: 'advanced', words: 'campaigns' },
  fraudEvents: { from: 'advanced', words: 'fraud events' },
  groupMoveRules: { from: 'advanced', words: 'rules that move partners between groups' },
  bountyMetrics: { from: 'advanced', words: 'social metrics of bounties' },
  embedTokens: { from: 'advanced', words: 'embed tokens' },
  advancedIntegrations: { from: 'advanced', words: 'advanced integrations' },
  partnerDiscovery: { from: 'advanced', words: 'partner discovery' },
  referralRewards: { from: 'advanced', words: 'referral rewards' },
  domainRegistration: { from: 'enterprise', words: 'domain registration' },
  auditLogExport: { from: 'enterprise', words: 'audit log export' },
  rewardSpendLimit: { from: 'enterprise', words: 'a reward spend limit' },
} as const satisfies Record<string, { from: PlanRow; words: string }>

export type Feature = keyof typeof features

export const planHas = (plan: string, feature: Feature) => planRows.indexOf(planRow(plan)) >= planRows.indexOf(features[feature].from)

/** Refuses a feature that the plan does not include. Nobody's workspace (an anonymous caller) has what free has. */
export function requireFeature(workspace: { plan: string } | null, feature: Feature): void {
  if (planHas(workspace?.plan ?? 'free', feature)) return
  const { from, words } = features[feature]
  throw forbidden(`Plan ${planTitle(from)} or higher is needed for ${words}.`)
}

/** `business plus` -> `Business Plus`. */
export const planTitle = (plan: string) => plan.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** Whether the plan is among those named; the older names of business plans count as business. */
export const planIsOneOf = (plan: string, named: readonly string[]) => named.some((one) => planRow(one) === planRow(plan))

/** The names that include a feature, for a row of an endpoint table. */
export const plansWith = (feature: Feature): readonly Plan[] => plans.filter((plan) => planHas(plan, feature))
