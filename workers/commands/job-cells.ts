/** Formats jobs as table cells. */
import { days, hours, minutes, seconds } from '../../shared/kernel/time.js'
import type { JobRow } from '../job.js'
import { maxAttempts, nameOf, queueOf } from '../runtime/job-tables.js'

export const jobHead = ['Job', 'Queue', 'Runs', 'Attempts', 'Time limit']

export const jobCells = (row: JobRow): string[] => [
  nameOf(row),
  queueOf(row),
  formatTrigger(row),
  String(maxAttempts(row)),
  formatDuration(row.timeoutMs),
]

function formatTrigger(row: JobRow): string {
  if (row.kind === 'subscription') return `on ${row.on.name}`
  const { every } = row
  const triggers = [
    row.kind === 'queued' && 'on demand',
    row.poll && `when there is work (checked every ${formatDuration(row.poll.every)})`,
    row.kind === 'scheduled' && row.cron && `at ${row.cron} (${row.tz ?? 'UTC'})`,
    every !== undefined && `every ${formatDuration(every)}`,
  ].filter((trigger) => typeof trigger === 'string')
  return triggers.length < 2 ? triggers.join('') : `${triggers.slice(0, -1).join(', ')}, and ${triggers.at(-1)}`
}

/** Milliseconds in the largest unit that divides them. */
export function formatDuration(milliseconds: number): string {
  const units: [number, string][] = [
    [days(1), 'd'],
    [hours(1), 'h'],
    [minutes(1), 'min'],
    [seconds(1), 's'],
  ]
  const [size, unit] = units.find(([one]) => milliseconds % one === 0) ?? [1, 'ms']
  return `${milliseconds / size} ${unit}`
}
