import type { JobScope } from '../kernel/scope.js'
import {
  dropFormerLinkIndex,
  indexPartition,
  listUnindexedPartitions,
  tablesByLink,
  tryLockLinkIndex,
  unlockLinkIndex,
} from './link-index.queries.js'

/**
 * Replaces the indexes by link and time of clicks and their facts, of installations from before, by indexes by link, which take a fifth of
 * the space. Writers and queries go on. Idempotent; a run that is interrupted is continued by the next one.
 */
export async function replaceLinkIndex({ pool }: Pick<JobScope, 'pool'>): Promise<void> {
  const client = await pool.connect()
  try {
    if (!(await tryLockLinkIndex(client))) return
    await client.query('set statement_timeout = 0')
    for (const table of tablesByLink) {
      for (const partition of await listUnindexedPartitions(client, table)) await indexPartition(client, table, partition)
      await dropFormerLinkIndex(client, table)
    }
    await unlockLinkIndex(client)
  } finally {
    // The connection has settings and perhaps the lock of this run.
    client.release(true)
  }
}
