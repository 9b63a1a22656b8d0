import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { ensurePartition } from './click.queries.js'
import { eventTables } from './event-partitions.js'

/** Afterwards this month and the two that follow have their partitions, so that no event waits for one to be made. */
export async function makePartitionsAhead({ pool, now }: JobScope): Promise<void> {
  for (const table of eventTables)
    for (const ahead of [0, 31, 62]) await ensurePartition(pool, new Date(now().getTime() + days(ahead)), table)
}
