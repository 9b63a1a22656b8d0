import { z } from 'zod'
import { roles } from '../member.entity.js'
import { attributionModels, plans, type Workspace } from '../workspace.entity.js'

/** A workspace to its members: settings, limits and counters. */
export const WorkspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  plan: z.enum(plans),
  trialEndsAt: z.string().nullable(),
  publishableKey: z.string().nullable(),
  allowedHostnames: z.string().array(),
  conversionEnabled: z.boolean(),
  attributionModel: z.enum(attributionModels).describe('Which of their clicks a lead is credited to.'),
  attributionWindowDays: z.number().nullable().describe('How old that click may be; null for any age.'),
  usage: z.number().describe('Clicks, leads and sales of this period.'),
  usageLimit: z.number(),
  linksUsage: z.number().describe('Links created in this period.'),
  linksLimit: z.number(),
  domainsLimit: z.number(),
  tagsLimit: z.number(),
  foldersUsage: z.number(),
  foldersLimit: z.number(),
  usersLimit: z.number(),
  totalLinks: z.number(),
  totalClicks: z.number(),
  billingCycleStart: z.number().describe('Day of the month on which a period starts.'),
  billingPeriodStart: z.string().describe('When the counters of this period began.'),
  createdAt: z.string(),
  users: z
    .object({ role: z.enum(roles) })
    .array()
    .describe('The caller, as a member.'),
  domains: z.object({ slug: z.string(), primary: z.boolean(), verified: z.boolean() }).array(),
})
export type WorkspaceShape = z.infer<typeof WorkspaceSchema>

/** What lies outside the workspace's own row. */
export type WorkspaceSurroundings = Pick<WorkspaceShape, 'foldersUsage' | 'users' | 'domains'>

export function presentWorkspace(row: Workspace, around: WorkspaceSurroundings): WorkspaceShape {
  const {
    id,
    name,
    slug,
    plan,
    conversionEnabled,
    attributionModel,
    usage,
    usageLimit,
    linksUsage,
    linksLimit,
    domainsLimit,
    tagsLimit,
    foldersLimit,
    usersLimit,
    totalLinks,
    totalClicks,
    billingCycleStart,
  } = row
  return {
    id,
    name,
    slug,
    plan,
    conversionEnabled,
    attributionModel,
    usage,
    usageLimit,
    linksUsage,
    linksLimit,
    domainsLimit,
    tagsLimit,
    foldersLimit,
    usersLimit,
    totalLinks,
    totalClicks,
    billingCycleStart,
    logo: row.logo ?? null,
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    publishableKey: row.publishableKey ?? null,
    attributionWindowDays: row.attributionWindowDays ?? null,
    allowedHostnames: row.allowedHostnames ?? [],
    billingPeriodStart: row.billingPeriodStart.toISOString(),
    createdAt: row.createdAt.toISOString(),
    ...around,
  }
}
