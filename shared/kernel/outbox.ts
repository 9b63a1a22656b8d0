/** The transactional outbox: what leaves a transaction as jobs is first a row of that transaction. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { EventContract, JobContract } from './contract.js'
import { newId } from './ids.js'

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

  /** Answers whether there was anything to write. */
  async write(em: EntityManager): Promise<boolean> {
    if (this.rows.length === 0) return false
    const rows = this.rows
    this.rows = []
    for (let at = 0; at < rows.length; at += 1000) await insert(em, rows.slice(at, at + 1000))
    return true
  }
}

async function insert(em: EntityManager, rows: OutboxRow[]): Promise<void> {
  await em.execute(
    `insert into outbox (id, kind, name, payload, workspace_id)
     select id, kind, name, payload, workspace_id from jsonb_to_recordset(?::jsonb) as row(id text, kind text, name text, payload jsonb, workspace_id text)`,
    [JSON.stringify(rows.map(({ workspaceId, ...row }) => ({ ...row, workspace_id: workspaceId })))],
  )
}
