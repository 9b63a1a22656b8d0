import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { executePrepared } from '../../kernel/db/execute-bound.js'
import { newId } from '../../kernel/ids.js'
import type { WebhookTrigger } from './triggers.js'

export interface PublishedWebhookEvent {
  workspaceId: string
  trigger: WebhookTrigger
  data: unknown
}

const insertSql = (param: string) => `
  insert into webhook_outbox (id, workspace_id, trigger, data, created_at)
  select id, workspace_id, trigger, data, created_at
  from json_to_recordset(${param}::json) as event(id text, workspace_id text, trigger text, data json, created_at timestamptz)`

const toRows = (events: readonly PublishedWebhookEvent[], now: Date) =>
  events.map(({ workspaceId, trigger, data }) => ({
    id: newId('evt_', now.getTime()),
    workspace_id: workspaceId,
    trigger,
    data,
    created_at: now,
  }))

/** Returns the ids of the events, in their order. */
export async function insertWebhookOutbox(em: EntityManager, events: readonly PublishedWebhookEvent[], now: Date): Promise<string[]> {
  const rows = toRows(events, now)
  await executePrepared(em, insertSql('?'), [JSON.stringify(rows)])
  return rows.map(({ id }) => id)
}

/** The same on a `pg` client, in its transaction. */
export const insertWebhookOutboxWithClient = (client: Pick<pg.PoolClient, 'query'>, events: readonly PublishedWebhookEvent[], now: Date) =>
  client.query(insertSql('$1'), [JSON.stringify(toRows(events, now))])
