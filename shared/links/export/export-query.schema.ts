import { z } from 'zod'
import { parseInstant } from '../../kernel/parse-instant.js'
import { days, hours } from '../../kernel/time.js'
import { invalidDate } from '../errors.js'
import { linkFilterFields, linkSortings } from '../link-query.schema.js'
import { linksCsv } from './export-columns.js'

const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
const intervalMs: Partial<Record<(typeof intervals)[number], number>> = {
  '24h': hours(24),
  '7d': days(7),
  '30d': days(30),
  '90d': days(90),
  '1y': days(365),
}

export const exportLinksQuerySchema = z.object({
  ...linkFilterFields,
  sortBy: z
    .enum(linkSortings)
    .optional()
    .meta({ description: 'Sort order of exports that fit into one response. Exports by a job are sorted by creation.' }),
  columns: linksCsv.columnsField,
  start: z.string().optional().meta({ description: 'Only links created at this time or later. Takes precedence over `interval`.' }),
  end: z.string().optional().meta({ description: 'Only links created before this time.' }),
  interval: z
    .enum(intervals)
    .optional()
    .meta({ description: 'Only links created within this interval. Defaults to the last 30 days; `all` includes every link.' }),
})
export type ExportLinks = z.infer<typeof exportLinksQuerySchema>

/** Returns the range of creation times to export. */
export function creationRange(
  { start, end, interval = '30d' }: Pick<ExportLinks, 'start' | 'end' | 'interval'>,
  now: Date,
): { createdFrom?: Date; createdBefore?: Date } {
  const from = start === undefined ? intervalStart(interval, now) : requireInstant('start', start, now)
  return { ...(from ? { createdFrom: from } : {}), ...(end === undefined ? {} : { createdBefore: requireInstant('end', end, now) }) }
}

function intervalStart(interval: (typeof intervals)[number], now: Date): Date | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  if (interval === 'all') return null
  if (interval === 'mtd') return new Date(Date.UTC(year, month))
  if (interval === 'qtd') return new Date(Date.UTC(year, month - (month % 3)))
  if (interval === 'ytd') return new Date(Date.UTC(year, 0))
  return new Date(now.getTime() - (intervalMs[interval] ?? 0))
}

function requireInstant(field: string, text: string, now: Date): Date {
  const instant = parseInstant(text, now)
  if (!instant) throw invalidDate(field)
  return instant
}
