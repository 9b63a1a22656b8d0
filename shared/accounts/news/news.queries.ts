import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { executeBound } from '../../kernel/execute-bound.js'
import { newId } from '../../kernel/ids.js'
import type { Trigger } from './triggers.js'

export interface NewNews {
  workspaceId: string
  trigger: Trigger
  data: unknown
}

const insertFrom = (param: string) => `
  insert into news (id, workspace_id, trigger, data, created_at)
  select id, workspace_id, trigger, data, created_at from json_to_recordset(${param}::json) as told(id text, workspace_id text, trigger text, data json, created_at timestamptz)`

const rowsOf = (news: readonly NewNews[], now: Date) =>
  JSON.stringify(
    news.map(({ workspaceId, trigger, data }) => ({
      id: newId('evt_', now.getTime()),
      workspace_id: workspaceId,
      trigger,
      data,
      created_at: now,
    })),
  )

export const insertNews = (em: EntityManager, news: readonly NewNews[], now: Date) => executeBound(em, insertFrom('?'), [rowsOf(news, now)])

/** The same on a plain connection, in its transaction. */
export const insertNewsOn = (client: Pick<pg.PoolClient, 'query'>, news: readonly NewNews[], now: Date) =>
  client.query(insertFrom('$1'), [rowsOf(news, now)])
