import type { JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { ensurePartition } from './click.queries.js'
import { eventTables } from './event-partitions.js'

/** Creates the partitions of this month and the next two, so that no event waits for its partition. */
export async function createPartitions({ pool, now }: JobScope): Promise<void> {
  for (const table of eventTables)
    for (const offset of [0, 31, 62]) await ensurePartition(pool, new Date(now().getTime() + days(offset)), table)
}
