import { z } from 'zod'
import { countOwnEarnings, listOwnEarnings, OwnEarning } from '../partner-profile/index.js'
import { type EmbedData, type OwnAnalyticsQuery, type Program, retrieveOwnAnalytics } from '../partners/index.js'
import type { EmbedScope } from './embed-scope.js'
import { topEarners } from './leaderboard.queries.js'

const maxPageSize = 100

export const embedEarningsQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(20),
  withTotal: z.stringbool().optional().meta({ description: 'Answer `{data, total}` instead of a list.' }),
})
export const EmbedEarnings = z.union([OwnEarning.array(), z.object({ data: OwnEarning.array(), total: z.number() })])

/** Commissions of the partner, newest first. */
export async function embedEarnings(
  scope: EmbedScope,
  { page, pageSize, withTotal }: z.infer<typeof embedEarningsQuerySchema>,
): Promise<z.infer<typeof EmbedEarnings>> {
  const { enrolment } = scope.embed
  const filter = { interval: 'all', timezone: 'UTC' } as const
  const data = await listOwnEarnings(scope, enrolment, { ...filter, page, pageSize, sortBy: 'createdAt', sortOrder: 'desc' })
  if (!withTotal) return data
  return { data, total: (await countOwnEarnings(scope, enrolment, filter)).count }
}

/** Clicks, leads, sales and earnings of the links of the partner. */
export const embedAnalytics = (scope: EmbedScope, query: OwnAnalyticsQuery) =>
  retrieveOwnAnalytics(scope, scope.embed.enrolment.partnerId, query)

export function showsLeaderboard({ embedData }: Pick<Program, 'embedData'>): boolean {
  const { leaderboard: settings }: EmbedData = embedData ?? {}
  return settings?.mode !== 'disabled'
}

export const Leaderboard = z
  .object({ rank: z.number(), id: z.string(), totalCommissions: z.number(), isYou: z.boolean() })
  .array()
  .meta({ description: 'Approved partners by their earnings, without names.' })

/** The partners that earned most in the program, a hundred at most; none if the program shows no leaderboard. Names stay hidden. */
export async function leaderboard(scope: EmbedScope): Promise<z.infer<typeof Leaderboard>> {
  const { program, enrolment } = scope.embed
  if (!showsLeaderboard(program)) return []
  const rows = await topEarners(scope, program.id)
  return rows.map(({ partnerId, totalCommissions }, index) => ({
    rank: index + 1,
    id: partnerId,
    totalCommissions,
    isYou: partnerId === enrolment.partnerId,
  }))
}
