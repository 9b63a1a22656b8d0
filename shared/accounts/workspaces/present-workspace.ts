import { z } from 'zod'
import type { Scope } from '../../kernel/scope.js'
import { roles } from '../member.entity.js'
import { planLimits, planTier } from '../plans.js'
import { attributionModels, plans, type Workspace } from '../workspace.entity.js'
import { unavailableFields, unavailableFieldSchemas } from './unavailable-fields.js'

/** A workspace as its members see it: settings, limits and counters. */
export const WorkspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  plan: z.enum(plans),
  planTier: z.number().describe('Always 1: plans are not subdivided.'),
  trialEndsAt: z.string().nullable(),
  publishableKey: z.string().nullable(),
  allowedHostnames: z.string().array(),
  conversionEnabled: z.boolean(),
  attributionModel: z.enum(attributionModels).describe('Which click of a customer a lead is attributed to.'),
  attributionWindowDays: z.number().nullable().describe('Maximum age of that click in days; null for no limit.'),
  usage: z.number().describe('Clicks, leads and sales in this billing period.'),
  usageLimit: z.number(),
  linksUsage: z.number().describe('Links created in this billing period.'),
  linksLimit: z.number(),
  domainsLimit: z.number(),
  tagsLimit: z.number(),
  foldersUsage: z.number(),
  foldersLimit: z.number(),
  usersLimit: z.number(),
  payoutsUsage: z.number().describe('Cents of payouts, with fees, that were confirmed in this billing period.'),
  payoutsLimit: z.number().describe('Cents of payouts per billing period.'),
  networkInvitesLimit: z.number().describe('Invites of partners of the network in seven days.'),
  payoutFee: z.number().describe('Fee of payouts as a part of their amount: 0.05 is five percent.'),
  payoutFeeWaiverLimit: z.number().describe('Cents of payouts that are free of the fee.'),
  payoutFeeWaiverUsage: z.number().describe('Cents of payouts for which the fee was waived.'),
  partnersUsage: z.number().describe('Partners that were approved or invited, and not deleted since.'),
  partnersLimit: z.number(),
  groupsLimit: z.number(),
  partnerTagsLimit: z.number(),
  defaultProgramId: z.string().nullable().describe('Program that requests about partners act on.'),
  totalLinks: z.number(),
  totalClicks: z.number(),
  billingCycleStart: z.number().describe('Day of the month on which the billing period starts.'),
  billingPeriodStart: z.string().describe('Start of the current billing period.'),
  createdAt: z.string(),
  users: z
    .object({ role: z.enum(roles), defaultFolderId: z.null() })
    .array()
    .describe('The membership of the caller.'),
  ...unavailableFieldSchemas,
  domains: z.object({ slug: z.string(), primary: z.boolean(), verified: z.boolean() }).array(),
})
export type WorkspaceShape = z.infer<typeof WorkspaceSchema>

/** Fields that are not in the workspace row. */
export type WorkspaceRelations = Pick<WorkspaceShape, 'foldersUsage' | 'users' | 'domains' | 'payoutsUsage' | 'payoutFeeWaiverUsage'>

const copiedFields = [
  'id',
  'name',
  'slug',
  'plan',
  'conversionEnabled',
  'attributionModel',
  'usage',
  'usageLimit',
  'linksUsage',
  'linksLimit',
  'domainsLimit',
  'tagsLimit',
  'foldersLimit',
  'usersLimit',
  'partnersUsage',
  'partnersLimit',
  'groupsLimit',
  'partnerTagsLimit',
  'totalLinks',
  'totalClicks',
  'billingCycleStart',
] as const satisfies (keyof Workspace & keyof WorkspaceShape)[]
const copyFields = (row: Workspace) =>
  Object.fromEntries(copiedFields.map((name) => [name, row[name]])) as Pick<Workspace, (typeof copiedFields)[number]>

export function presentWorkspace({ config }: Pick<Scope, 'config'>, row: Workspace, relations: WorkspaceRelations): WorkspaceShape {
  return {
    ...unavailableFields,
    ...copyFields(row),
    planTier: 1,
    networkInvitesLimit: planLimits[planTier(row.plan)].networkInvites,
    // The configuration counts hundredths of a percent.
    payoutFee: config.payoutFee.rate / 10_000,
    payoutFeeWaiverLimit: config.payoutFee.waiver,
    payoutsLimit: planLimits[planTier(row.plan)].payouts,
    defaultProgramId: row.defaultProgramId ?? null,
    logo: row.logo ?? null,
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    publishableKey: row.publishableKey ?? null,
    attributionWindowDays: row.attributionWindowDays ?? null,
    allowedHostnames: row.allowedHostnames ?? [],
    billingPeriodStart: row.billingPeriodStart.toISOString(),
    createdAt: row.createdAt.toISOString(),
    ...relations,
  }
}
