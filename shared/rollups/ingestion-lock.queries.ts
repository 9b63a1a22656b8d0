/**
 * Advisory lock between ingestion, which holds it shared, and the roll-up of clicks, which holds it exclusively, so that a roll-up sees
 * every committed click before it moves its watermark. It is released when the transaction ends.
 */
import type { Sql } from './sql.js'

const ingestionLock = 7_104_202

/** Waits for every running ingestion to commit and blocks new ones. */
export const blockIngestionSql = `select pg_advisory_xact_lock(${ingestionLock})`
export const blockIngestion = (sql: Sql) => sql.query(blockIngestionSql)

/** Blocks the roll-up of clicks. Call it before inserting clicks. */
export const lockForIngestionSql = `select pg_advisory_xact_lock_shared(${ingestionLock})`
export const lockForIngestion = (sql: Sql) => sql.query(lockForIngestionSql)
