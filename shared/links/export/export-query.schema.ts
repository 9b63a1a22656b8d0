import { z } from 'zod'
import { textList } from '../../kernel/fields.js'
import { parseInstant } from '../../kernel/natural-date.js'
import { days, hours } from '../../kernel/time.js'
import { notADate } from '../errors.js'
import { linkFilterFields, linkSortings } from '../link-query.schema.js'
import { exportColumns } from './export-columns.js'

const intervals = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const
const spans: Partial<Record<(typeof intervals)[number], number>> = {
  '24h': hours(24),
  '7d': days(7),
  '30d': days(30),
  '90d': days(90),
  '1y': days(365),
}

const names = Object.keys(exportColumns)

export const exportLinksQuerySchema = z.object({
  ...linkFilterFields,
  sortBy: z
    .enum(linkSortings)
    .optional()
    .meta({ description: 'What the links are sorted by where they fit into one answer; a job sorts them by creation.' }),
  columns: textList()
    .refine((columns) => columns.every((one) => names.includes(one)), { message: `The columns are ${names.join(', ')}.` })
    .optional()
    .meta({ description: 'Columns of the file, in the order in which they are listed here.' }),
  start: z.string().optional().meta({ description: 'Only links created then or later. Wins over `interval`.' }),
  end: z.string().optional().meta({ description: 'Only links created before.' }),
  interval: z
    .enum(intervals)
    .optional()
    .meta({ description: 'Only links created within this time; the last 30 days when absent, `all` for every link.' }),
})
export type ExportLinks = z.infer<typeof exportLinksQuerySchema>

/** When the links must have been created. */
export function creationOf(
  { start, end, interval = '30d' }: Pick<ExportLinks, 'start' | 'end' | 'interval'>,
  now: Date,
): { createdFrom?: Date; createdBefore?: Date } {
  const from = start === undefined ? beginOf(interval, now) : instantOf('start', start, now)
  return { ...(from ? { createdFrom: from } : {}), ...(end === undefined ? {} : { createdBefore: instantOf('end', end, now) }) }
}

function beginOf(interval: (typeof intervals)[number], now: Date): Date | null {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  if (interval === 'all') return null
  if (interval === 'mtd') return new Date(Date.UTC(year, month))
  if (interval === 'qtd') return new Date(Date.UTC(year, month - (month % 3)))
  if (interval === 'ytd') return new Date(Date.UTC(year, 0))
  return new Date(now.getTime() - (spans[interval] ?? 0))
}

function instantOf(field: string, text: string, now: Date): Date {
  const instant = parseInstant(text, now)
  if (!instant) throw notADate(field)
  return instant
}
