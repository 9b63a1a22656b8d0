/**
 * Advisory lock between ingestion, which holds it shared, and the roll-up of clicks, which holds it exclusively, so that a roll-up sees
 * every committed click before it moves its watermark. It is released when the transaction ends.
 */
import { advisoryLocks } from '../kernel/db/advisory-locks.js'
import type { Sql } from './sql.js'

/** Waits for every running ingestion to commit and blocks new ones. */
export const blockIngestionSql = `select pg_advisory_xact_lock(${advisoryLocks.ingestion})`
export const blockIngestion = (sql: Sql) => sql.query(blockIngestionSql)

/** Blocks the roll-up of clicks. Call it before inserting clicks. */
export const lockForIngestionSql = `select pg_advisory_xact_lock_shared(${advisoryLocks.ingestion})`
export const lockForIngestion = (sql: Sql) => sql.query(lockForIngestionSql)
