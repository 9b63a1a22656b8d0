/** A short transaction of prepared statements in two round trips, for hot paths whose requests share it. */
import type pg from 'pg'
import { withConnection } from './pool.js'
import { queryPipeline, type SqlQuery } from './prepared-query.js'

/**
 * Runs `reads`, which may lock and insert rows; then what `decide` derives from their rows, followed by the commit. Rolls back when a
 * statement fails or `decide` throws.
 */
export const pipelinedTransaction = (
  pool: pg.Pool,
  reads: readonly SqlQuery[],
  decide: (rows: readonly object[][]) => readonly SqlQuery[],
): Promise<void> =>
  withConnection(pool, async (client) => {
    const [, ...rows] = await queryPipeline(client, [{ name: 'begin', text: 'begin' }, ...reads])
    await queryPipeline(client, [...decide(rows), { name: 'commit', text: 'commit' }], { discardsRows: true })
    client.release()
  })
