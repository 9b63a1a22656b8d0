/** A row of the job tables in words. */
import { days, hours, minutes, seconds } from '../../shared/kernel/time.js'
import type { JobRow, StandingJob } from '../job.js'
import { attemptsOf, nameOf, queueOf } from '../runtime/tables.js'

export const jobHead = ['Job', 'Queue', 'Runs', 'Attempts', 'Within']

export const jobCells = (row: JobRow): string[] => [nameOf(row), queueOf(row), whenItRuns(row), String(attemptsOf(row)), span(row.within)]

export const standingCells = ({ name, queue }: StandingJob): string[] => [name, queue, 'all the time, in every process', '', '']

function whenItRuns(row: JobRow): string {
  if (row.kind === 'queued') return 'when asked'
  if (row.kind === 'subscription') return `on ${row.on.name}`
  return row.cron ? `at ${row.cron} (${row.tz ?? 'UTC'})` : `every ${span(row.every ?? 0)}`
}

/** Milliseconds in the largest unit that divides them. */
export function span(milliseconds: number): string {
  const units: [number, string][] = [
    [days(1), 'd'],
    [hours(1), 'h'],
    [minutes(1), 'min'],
    [seconds(1), 's'],
  ]
  const [size, unit] = units.find(([one]) => milliseconds % one === 0) ?? [1, 'ms']
  return `${milliseconds / size} ${unit}`
}
