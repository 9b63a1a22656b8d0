/** Indexes the job tables and validates them at start. */
import { CronExpressionParser } from 'cron-parser'
import type { EventContract, JobContract } from '../../shared/kernel/queue/contract.js'
import { queueNames, type QueueName } from '../../shared/kernel/queue/queue-kinds.js'
import type { JobRow, QueuedJob, ScheduledJob, Subscription } from '../job.js'

export interface Schedule extends Pick<ScheduledJob, 'name' | 'queue' | 'every' | 'cron' | 'tz'> {
  attempts: number
}

export interface JobTables {
  rows: readonly JobRow[]
  byName: ReadonlyMap<string, JobRow>
  /** Contract name -> its row. */
  queued: ReadonlyMap<string, QueuedJob>
  schedules: readonly Schedule[]
  /** Event name -> its subscribers. */
  subscribers: ReadonlyMap<string, readonly Subscription[]>
}

export const nameOf = (row: JobRow) => (row.kind === 'queued' ? row.contract.name : row.name)
/** Attempts of a job, the first included. Scheduled jobs get few because the schedule repeats; subscriptions get many because events do not. */
export const maxAttempts = (row: JobRow) => (row.kind === 'queued' ? row.contract.attempts : row.kind === 'subscription' ? 8 : 3)
export const queueOf = (row: JobRow): QueueName => (row.kind === 'queued' ? row.contract.queue : row.queue)

/** The contracts that the rows handle, each once. */
export const contractsOf = (rows: readonly JobRow[]): (JobContract | EventContract)[] => [
  ...new Set(
    rows.flatMap((row): (JobContract | EventContract)[] =>
      row.kind === 'queued' ? [row.contract] : row.kind === 'subscription' ? [row.on] : [],
    ),
  ),
]

/** Builds the indexes. Throws an error that lists every inconsistency. */
export function jobTables(rows: readonly JobRow[]): JobTables {
  const errors = jobTableErrors(rows)
  if (errors.length > 0) throw new Error(`The job tables are inconsistent:\n${errors.join('\n')}`)
  const subscribers = new Map<string, Subscription[]>()
  for (const row of rows) if (row.kind === 'subscription') subscribers.set(row.on.name, [...(subscribers.get(row.on.name) ?? []), row])
  return {
    rows,
    byName: new Map(rows.map((row) => [nameOf(row), row])),
    queued: new Map(rows.flatMap((row) => (row.kind === 'queued' ? [[row.contract.name, row]] : []))),
    schedules: schedulesOf(rows),
    subscribers,
  }
}

export function jobTableErrors(rows: readonly JobRow[]): string[] {
  const rowsOf = new Map<string, number>()
  for (const row of rows) rowsOf.set(nameOf(row), (rowsOf.get(nameOf(row)) ?? 0) + 1)
  return [
    ...[...rowsOf].filter(([, count]) => count > 1).map(([name]) => `${name} is defined twice`),
    ...rows.filter((row) => !queueNames.includes(queueOf(row))).map((row) => `${nameOf(row)} uses an unknown queue`),
    ...rows
      .filter((row) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(nameOf(row)))
      .map((row) => `${nameOf(row)} does not have the form domain.verb-object`),
    ...rows.flatMap((row) =>
      row.kind === 'queued' && row.every !== undefined && !row.contract.payload.safeParse(null).success
        ? [`${row.contract.name} runs on a schedule and does not accept the payload null`]
        : [],
    ),
    ...scheduleErrors(schedulesOf(rows)),
  ]
}

const schedulesOf = (rows: readonly JobRow[]): Schedule[] =>
  rows.flatMap((row): Schedule[] => {
    const schedule = { name: nameOf(row), queue: queueOf(row), attempts: maxAttempts(row) }
    if (row.kind === 'scheduled') return [{ ...schedule, every: row.every, cron: row.cron, tz: row.tz }]
    return row.kind === 'queued' && row.every !== undefined ? [{ ...schedule, every: row.every }] : []
  })

function scheduleErrors(rows: readonly Schedule[]): string[] {
  const minutes = new Map<string, string>()
  return rows.flatMap(({ name, every, cron, tz }) => {
    if ((every === undefined) === (cron === undefined)) return [`${name} needs either every or cron`]
    if (cron === undefined) return []
    try {
      CronExpressionParser.parse(cron, { tz: tz ?? 'UTC' })
    } catch {
      return [`${name} has an invalid cron expression: ${cron}`]
    }
    const [minute, hour] = cron.split(' ')
    const daily = /^\d+$/.test(minute as string) && /^\d+$/.test(hour as string)
    const other = minutes.get(`${hour}:${minute}`)
    if (daily) minutes.set(`${hour}:${minute}`, name)
    return daily && other ? [`${name} runs at the same minute of the day as ${other}`] : []
  })
}
