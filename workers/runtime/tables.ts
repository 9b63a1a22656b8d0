/** The job tables as look-ups, and what makes the program refuse to start. */
import { CronExpressionParser } from 'cron-parser'
import type { EventContract, JobContract } from '../../shared/kernel/contract.js'
import { queueNames, type QueueName } from '../../shared/kernel/queue-kinds.js'
import type { JobRow, QueuedJob, ScheduledJob, Subscription } from '../job.js'

export interface JobTables {
  rows: readonly JobRow[]
  byName: ReadonlyMap<string, JobRow>
  /** Contract name -> its row. */
  queued: ReadonlyMap<string, QueuedJob>
  scheduled: readonly ScheduledJob[]
  /** Event name -> its subscribers. */
  subscribers: ReadonlyMap<string, readonly Subscription[]>
}

export const nameOf = (row: JobRow) => (row.kind === 'queued' ? row.of.name : row.name)
/** How often a job is tried before it counts as failed for good. A schedule comes round again by itself; an event does not. */
export const attemptsOf = (row: JobRow) => (row.kind === 'queued' ? row.of.attempts : row.kind === 'subscription' ? 8 : 3)
export const queueOf = (row: JobRow): QueueName => (row.kind === 'queued' ? row.of.queue : row.queue)

/** Throws, naming every contradiction, when the tables can't be served. `contracts` are all that producers may use. */
export function jobTables(rows: readonly JobRow[], contracts: readonly (JobContract | EventContract)[]): JobTables {
  const faults = faultsOf(rows, contracts)
  if (faults.length > 0) throw new Error(`The job tables are inconsistent:\n${faults.join('\n')}`)
  const subscribers = new Map<string, Subscription[]>()
  for (const row of rows) if (row.kind === 'subscription') subscribers.set(row.on.name, [...(subscribers.get(row.on.name) ?? []), row])
  return {
    rows,
    byName: new Map(rows.map((row) => [nameOf(row), row])),
    queued: new Map(rows.flatMap((row) => (row.kind === 'queued' ? [[row.of.name, row]] : []))),
    scheduled: rows.filter((row) => row.kind === 'scheduled'),
    subscribers,
  }
}

export function faultsOf(rows: readonly JobRow[], contracts: readonly (JobContract | EventContract)[]): string[] {
  const rowsOf = new Map<string, number>()
  for (const row of rows) rowsOf.set(nameOf(row), (rowsOf.get(nameOf(row)) ?? 0) + 1)
  const known = new Set(contracts.map(({ name }) => name))
  return [
    ...[...rowsOf].filter(([, count]) => count > 1).map(([name]) => `${name} stands twice in the tables`),
    ...contracts.filter((one) => one.kind === 'job' && !rowsOf.has(one.name)).map(({ name }) => `${name} is a contract without a row`),
    ...rows.flatMap((row) => (row.kind === 'queued' && !known.has(row.of.name) ? [`${row.of.name} is not on the list of contracts`] : [])),
    ...rows.flatMap((row) =>
      row.kind === 'subscription' && !known.has(row.on.name) ? [`${row.on.name} is not on the list of contracts`] : [],
    ),
    ...rows.filter((row) => !queueNames.includes(queueOf(row))).map((row) => `${nameOf(row)} names an unknown queue`),
    ...rows
      .filter((row) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(nameOf(row)))
      .map((row) => `${nameOf(row)} is not of the form domain.verb-object`),
    ...scheduleFaults(rows.filter((row) => row.kind === 'scheduled')),
  ]
}

function scheduleFaults(rows: readonly ScheduledJob[]): string[] {
  const minutes = new Map<string, string>()
  return rows.flatMap(({ name, every, cron, tz }) => {
    if ((every === undefined) === (cron === undefined)) return [`${name} needs either every or cron`]
    if (cron === undefined) return []
    try {
      CronExpressionParser.parse(cron, { tz: tz ?? 'UTC' })
    } catch {
      return [`${name} has a cron text that does not parse: ${cron}`]
    }
    const [minute, hour] = cron.split(' ')
    const daily = /^\d+$/.test(minute as string) && /^\d+$/.test(hour as string)
    const rival = minutes.get(`${hour}:${minute}`)
    if (daily) minutes.set(`${hour}:${minute}`, name)
    return daily && rival ? [`${name} runs at the same minute of the day as ${rival}`] : []
  })
}
