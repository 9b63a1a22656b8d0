import type pg from 'pg'
import { z } from 'zod'
import { parseInstant } from '../../kernel/parse-instant.js'
import { days, hours } from '../../kernel/time.js'
import { invalidInstant } from '../errors.js'
import { logRetentionMs } from '../plans.js'
import { dayContaining } from './log.queries.js'

const intervals = { '24h': hours(24), '7d': days(7), '30d': days(30), '60d': days(60), '90d': days(90) } as const

/** An IANA time zone; other names would fail in the database. */
const Zone = z.string().max(64).refine(isZone, 'Must be an IANA time zone such as Europe/Berlin')

function isZone(name: string): boolean {
  try {
    // Intl accepts offsets too, but PostgreSQL interprets them with the opposite sign.
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

/** `start` to `end`, or the interval before now. */
export const TimeRangeFields = {
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  interval: z.enum(Object.keys(intervals) as [keyof typeof intervals]).default('30d'),
  timezone: Zone.default('UTC'),
  exactRange: z
    .enum(['1', 'true', '0', 'false', ''])
    .optional()
    .transform((text) => text === '1' || text === 'true'),
}
type TimeRangeInput = z.infer<z.ZodObject<typeof TimeRangeFields>>

export interface TimeRange {
  from: Date
  to: Date
  /** Bucket size of a time series. */
  unit: 'minute' | 'hour' | 'day'
}

interface RangeScope {
  pool: pg.Pool
  workspace: { plan: string }
  now(): Date
}

/** The requested time range: whole days of the time zone unless exact, limited to the log retention of the plan. */
export async function resolveTimeRange(
  { pool, workspace, now }: RangeScope,
  { start, end, interval, timezone, exactRange }: TimeRangeInput,
): Promise<TimeRange> {
  const to = instant('end', end, now()) ?? now()
  const from = instant('start', start, now()) ?? new Date(to.getTime() - intervals[interval])
  const exact = exactRange || (start === undefined && interval === '24h')
  const range = exact
    ? { from, to }
    : {
        from: (await dayContaining(pool, from, timezone)).start,
        to: end === undefined ? to : (await dayContaining(pool, to, timezone)).end,
      }
  const oldest = new Date(now().getTime() - logRetentionMs(workspace.plan))
  const latest = new Date(now().getTime() + days(1))
  const limited = { from: range.from < oldest ? oldest : range.from, to: range.to > latest ? latest : range.to }
  return { ...limited, unit: unitOf(limited.to.getTime() - limited.from.getTime(), exact) }
}

function instant(field: string, text: string | undefined, now: Date): Date | null {
  if (!text) return null
  const found = parseInstant(text, now)
  if (!found) throw invalidInstant(field)
  return found
}

const unitOf = (lengthMs: number, exact: boolean) => (exact && lengthMs <= hours(2) ? 'minute' : lengthMs <= days(2) ? 'hour' : 'day')
