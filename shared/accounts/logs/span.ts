import type pg from 'pg'
import { z } from 'zod'
import { parseInstant } from '../../kernel/natural-date.js'
import { days, hours } from '../../kernel/time.js'
import { instantUnknown } from '../errors.js'
import { logRetention } from '../plans.js'
import { dayOf } from './log.queries.js'

const intervals = { '24h': hours(24), '7d': days(7), '30d': days(30), '60d': days(60), '90d': days(90) } as const

/** A zone that calendars know; others would be an error of the database. */
const Zone = z.string().max(64).refine(isZone, 'The name of a time zone, such as Europe/Berlin')

function isZone(name: string): boolean {
  try {
    // Offsets are known to calendars as well, but mean the opposite to the database.
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

/** When the requests were. Between `start` and `end`, or the time before now. */
export const SpanFields = {
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  interval: z.enum(Object.keys(intervals) as [keyof typeof intervals]).default('30d'),
  timezone: Zone.default('UTC'),
  exactRange: z
    .enum(['1', 'true', '0', 'false', ''])
    .optional()
    .transform((text) => text === '1' || text === 'true'),
}
type Span = z.infer<z.ZodObject<typeof SpanFields>>

export interface Stretch {
  from: Date
  to: Date
  /** In steps of that a series counts. */
  unit: 'minute' | 'hour' | 'day'
}

interface Asking {
  pool: pg.Pool
  workspace: { plan: string }
  now(): Date
}

/** The stretch of time that is meant: whole days of the zone unless it is to be exact, and never older than the plan keeps. */
export async function stretchOf({ pool, workspace, now }: Asking, { start, end, interval, timezone, exactRange }: Span): Promise<Stretch> {
  const to = instant('end', end, now()) ?? now()
  const from = instant('start', start, now()) ?? new Date(to.getTime() - intervals[interval])
  const exact = exactRange || (start === undefined && interval === '24h')
  const whole = exact
    ? { from, to }
    : { from: (await dayOf(pool, from, timezone)).begins, to: end === undefined ? to : (await dayOf(pool, to, timezone)).ends }
  const oldest = new Date(now().getTime() - logRetention(workspace.plan))
  const latest = new Date(now().getTime() + days(1))
  const kept = { from: whole.from < oldest ? oldest : whole.from, to: whole.to > latest ? latest : whole.to }
  return { ...kept, unit: unitOf(kept.to.getTime() - kept.from.getTime(), exact) }
}

function instant(field: string, text: string | undefined, now: Date): Date | null {
  if (!text) return null
  const found = parseInstant(text, now)
  if (!found) throw instantUnknown(field)
  return found
}

const unitOf = (length: number, exact: boolean) => (exact && length <= hours(2) ? 'minute' : length <= days(2) ? 'hour' : 'day')
