/** Transactional outbox: jobs and events are inserted as rows of the transaction that emits them and are queued after its commit. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { executePrepared } from '../db/execute-bound.js'
import { withTransaction } from '../db/pool.js'
import type { SqlQuery } from '../db/prepared-query.js'
import { newId } from '../ids.js'
import { type EventContract, eventNames, type JobContract } from './contract.js'

/** Notified after a commit with outbox rows, so that relays do not wait for their next poll. */
export const outboxChannel = 'outbox'

export interface OutboxRow {
  id: string
  kind: 'job' | 'event'
  name: string
  payload: unknown
  workspaceId: string | null
}

/** Whether a job has an id of the outbox, or of a subscriber. Other ids may return: those of schedules, and numbers that a queue counts. */
export const isOfOutbox = (jobId: string | undefined): boolean => jobId?.startsWith('evt_') ?? false

/** What a job or event of the outbox needs of its contract. */
export type OutboxContract<Payload> = Pick<JobContract<Payload> | EventContract<Payload>, 'kind' | 'name' | 'payload'>

export const outboxRow = <Payload>(
  { kind, name, payload: schema }: OutboxContract<Payload>,
  payload: Payload,
  workspaceId: string | null,
): OutboxRow => ({ id: newId('evt_'), kind, name, payload: schema.parse(payload), workspaceId })

/** Collects the jobs and events of one transaction. `write` inserts them before the commit. */
export class Outbox {
  private rows: OutboxRow[] = []
  private readonly workspaceId: () => string | null

  constructor(workspaceId: () => string | null) {
    this.workspaceId = workspaceId
  }

  add<Payload>(contract: OutboxContract<Payload>, payload: Payload): void {
    this.rows.push(outboxRow(contract, payload, this.workspaceId()))
  }

  /** Discards the collected rows after a rollback. */
  clear(): void {
    this.rows = []
  }

  /** Inserts the collected rows. Returns whether there were any. */
  async write(em: EntityManager): Promise<boolean> {
    if (this.rows.length === 0) return false
    const rows = this.rows
    this.rows = []
    for (let start = 0; start < rows.length; start += 1000) await insert(em, rows.slice(start, start + 1000))
    return true
  }
}

const insertSql = (param: string) => `
  insert into outbox (id, kind, name, payload, workspace_id)
  select id, kind, name, payload, workspace_id from jsonb_to_recordset(${param}::jsonb) as row(id text, kind text, name text, payload jsonb, workspace_id text)`

const paramsOf = (rows: OutboxRow[]) => [JSON.stringify(rows.map(({ workspaceId, ...row }) => ({ ...row, workspace_id: workspaceId })))]

const insert = (em: EntityManager, rows: OutboxRow[]) => executePrepared(em, insertSql('?'), paramsOf(rows))

/** Inserts rows in the transaction of a pipeline. Publish on `outboxChannel` after its commit. */
export const insertOutboxQuery = (rows: OutboxRow[]): SqlQuery => ({ name: 'insert-outbox', text: insertSql('$1'), values: paramsOf(rows) })

/** Enqueues jobs without a workspace in the transaction of a plain connection. Payloads are validated when the jobs run. */
export const enqueueInTransaction = (client: Pick<pg.PoolClient, 'query'>, { name }: JobContract, payloads: unknown[]) =>
  client.query(insertSql('$1'), paramsOf(payloads.map((payload) => ({ id: newId('evt_'), kind: 'job', name, payload, workspaceId: null }))))

/**
 * Passes the oldest committed rows to `publish`, deletes them and returns how many. The rows stay locked meanwhile; after a crash they are
 * published again. Jobs that are not in `knownJobs` are left to processes that know them, and so are, for a day, events that this version
 * does not declare.
 */
export function relayRows(
  pool: pg.Pool,
  knownJobs: string[],
  limit: number,
  publish: (rows: OutboxRow[]) => Promise<void>,
): Promise<number> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<OutboxRow>(
      `select id, kind, name, payload, workspace_id as "workspaceId" from outbox
       where case kind when 'job' then name = any($1) else name = any($3) or created_at < now() - interval '1 day' end
       order by id limit $2 for update skip locked`,
      [knownJobs, limit, [...eventNames]],
    )
    await publish(rows)
    if (rows.length > 0) await client.query('delete from outbox where id = any($1)', [rows.map(({ id }) => id)])
    return rows.length
  })
}
