import { z } from 'zod'
import { countOwnEarnings, listOwnEarnings, OwnEarning } from '../partner-profile/index.js'
import { type EmbedAnalytics, type EmbedData, type OwnAnalyticsQuery, type Program, retrieveOwnAnalytics } from '../partners/index.js'
import type { EmbedScope } from './embed-scope.js'
import { embedEarningsHidden } from './errors.js'
import { topEarners } from './leaderboard.queries.js'

const maxPageSize = 100

export const embedEarningsQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1000).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(20),
  withTotal: z.stringbool().optional().meta({ description: 'Answer `{data, total}` instead of a list.' }),
})
export const EmbedEarnings = z.union([OwnEarning.array(), z.object({ data: OwnEarning.array(), total: z.number() })])

export const hidesEarnings = ({ embedData }: Pick<Program, 'embedData'>): boolean => (embedData as EmbedData | null)?.hideEarnings === true

/** Commissions of the partner, newest first. */
export async function embedEarnings(
  scope: EmbedScope,
  { page, pageSize, withTotal }: z.infer<typeof embedEarningsQuerySchema>,
): Promise<z.infer<typeof EmbedEarnings>> {
  const { enrolment, program } = scope.embed
  if (hidesEarnings(program)) throw embedEarningsHidden()
  const filter = { interval: 'all', timezone: 'UTC' } as const
  const data = await listOwnEarnings(scope, enrolment, { ...filter, page, pageSize, sortBy: 'createdAt', sortOrder: 'desc' })
  if (!withTotal) return data
  return { data, total: (await countOwnEarnings(scope, enrolment, filter)).count }
}

/** Clicks, leads, sales and earnings of the links of the partner. */
export async function embedAnalytics(scope: EmbedScope, query: OwnAnalyticsQuery): Promise<EmbedAnalytics> {
  const { enrolment, program } = scope.embed
  const found = await retrieveOwnAnalytics(scope, enrolment.partnerId, query)
  if (!hidesEarnings(program)) return found
  const withoutEarnings = (row: object) => ({ ...row, earnings: null })
  return (Array.isArray(found) ? found.map(withoutEarnings) : withoutEarnings(found)) as EmbedAnalytics
}

export function showsLeaderboard({ embedData }: Pick<Program, 'embedData'>): boolean {
  const { leaderboard: settings }: EmbedData = embedData ?? {}
  return settings?.mode !== 'disabled'
}

export const Leaderboard = z
  .object({ rank: z.number(), id: z.string(), totalCommissions: z.number().nullable(), isYou: z.boolean() })
  .array()
  .meta({ description: 'Approved partners by their earnings, without names; without amounts if the program hides earnings.' })

/** The partners that earned most in the program, a hundred at most; none if the program shows no leaderboard. Names stay hidden. */
export async function leaderboard(scope: EmbedScope): Promise<z.infer<typeof Leaderboard>> {
  const { program, enrolment } = scope.embed
  if (!showsLeaderboard(program)) return []
  const rows = await topEarners(scope, program.id)
  return rows.map(({ partnerId, totalCommissions }, index) => ({
    rank: index + 1,
    id: partnerId,
    totalCommissions: hidesEarnings(program) ? null : totalCommissions,
    isYou: partnerId === enrolment.partnerId,
  }))
}
