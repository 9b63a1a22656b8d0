/** The transactional outbox: what leaves a transaction as jobs is first a row of that transaction. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { EventContract, JobContract } from './contract.js'
import { executeBound } from './execute-bound.js'
import { newId } from './ids.js'
import { inPlainTransaction } from './plain-pool.js'

/** Told to relays when rows were committed, so that they don't wait for their next look. */
export const outboxChannel = 'outbox'

export interface OutboxRow {
  id: string
  kind: 'job' | 'event'
  name: string
  payload: unknown
  workspaceId: string | null
}

/** Collects what one transaction announces; `write` puts it into the table before the commit. */
export class Outbox {
  private rows: OutboxRow[] = []
  private readonly workspaceId: () => string | null

  constructor(workspaceId: () => string | null) {
    this.workspaceId = workspaceId
  }

  add<Payload>(contract: JobContract<Payload> | EventContract<Payload>, payload: Payload): void {
    const parsed = contract.payload.parse(payload)
    this.rows.push({ id: newId('evt_'), kind: contract.kind, name: contract.name, payload: parsed, workspaceId: this.workspaceId() })
  }

  /** Drops what was collected: its transaction is not to be. */
  forget(): void {
    this.rows = []
  }

  /** Answers whether there was anything to write. */
  async write(em: EntityManager): Promise<boolean> {
    if (this.rows.length === 0) return false
    const rows = this.rows
    this.rows = []
    for (let at = 0; at < rows.length; at += 1000) await insert(em, rows.slice(at, at + 1000))
    return true
  }
}

const insertFrom = (param: string) => `
  insert into outbox (id, kind, name, payload, workspace_id)
  select id, kind, name, payload, workspace_id from jsonb_to_recordset(${param}::jsonb) as row(id text, kind text, name text, payload jsonb, workspace_id text)`

const bound = (rows: OutboxRow[]) => [JSON.stringify(rows.map(({ workspaceId, ...row }) => ({ ...row, workspace_id: workspaceId })))]

const insert = (em: EntityManager, rows: OutboxRow[]) => executeBound(em, insertFrom('?'), bound(rows))

/** Queues jobs of no workspace on a plain connection, in its transaction. The payloads are read when the jobs run, and not before. */
export const enqueueOn = (client: Pick<pg.PoolClient, 'query'>, { name }: JobContract, payloads: unknown[]) =>
  client.query(insertFrom('$1'), bound(payloads.map((payload) => ({ id: newId('evt_'), kind: 'job', name, payload, workspaceId: null }))))

/**
 * Hands the oldest committed rows to `pass` and answers their number. They are locked until `pass` is done and deleted in that transaction:
 * a crash in between offers them again. Jobs that this process has no row for are left to one that has.
 */
export function passOn(pool: pg.Pool, knownJobs: string[], limit: number, pass: (rows: OutboxRow[]) => Promise<void>): Promise<number> {
  return inPlainTransaction(pool, async (client) => {
    const { rows } = await client.query<OutboxRow>(
      `select id, kind, name, payload, workspace_id as "workspaceId" from outbox
       where kind = 'event' or name = any($1) order by id limit $2 for update skip locked`,
      [knownJobs, limit],
    )
    await pass(rows)
    if (rows.length > 0) await client.query('delete from outbox where id = any($1)', [rows.map(({ id }) => id)])
    return rows.length
  })
}
