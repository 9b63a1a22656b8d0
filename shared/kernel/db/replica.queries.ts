import type pg from 'pg'

/** A position in the write-ahead log of a database. */
export interface LogPosition {
  lsn: string
  /** The same on a database and its streaming replicas. */
  database: string
}

const database = `(select system_identifier from pg_control_system()) || '/' || (select oid from pg_database where datname = current_database())`

/** The position up to which the primary has written. */
export async function writtenPosition(primary: pg.Pool): Promise<LogPosition> {
  const { rows } = await primary.query<LogPosition>(`select pg_current_wal_lsn()::text as lsn, ${database} as database`)
  return rows[0] as LogPosition
}

/** Whether the replica has replayed the log up to a position. Throws if the server is no replica of the database. */
export async function hasReplayed(replica: pg.Pool, { lsn, database: expected }: LogPosition): Promise<boolean> {
  const { rows } = await replica.query<{ replayed: boolean | null; database: string }>(
    `select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed, ${database} as database`,
    [lsn],
  )
  const [row] = rows
  if (row?.database !== expected) throw new Error('it is no replica of the database of DATABASE_URL')
  if (row.replayed === null) throw new Error('it is the database of DATABASE_URL itself')
  return row.replayed
}
