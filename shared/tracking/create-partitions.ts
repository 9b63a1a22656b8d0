import type { JobScope } from '../kernel/scope.js'
import { ensurePartition } from './click.queries.js'
import { eventTables } from './event-partitions.js'

/** Creates the partitions of this month and the next two, so that no event waits for its partition. */
export async function createPartitions({ pool, now }: JobScope): Promise<void> {
  const [year, month] = [now().getUTCFullYear(), now().getUTCMonth()]
  for (const table of eventTables)
    for (const offset of [0, 1, 2]) await ensurePartition(pool, new Date(Date.UTC(year, month + offset)), table)
}
