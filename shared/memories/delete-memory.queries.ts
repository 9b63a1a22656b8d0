/** Deletes memories. The same statement records each deletion in the history. */
import { deleteBatch } from '../kernel/db/delete-batch.queries.js'
import type { Scope } from '../kernel/scope.js'
import type { Identifiers } from './identifiers.js'
import { lockSql } from './memory.queries.js'

const deleteSql = (where: string, result: string) => `
  with locked as materialized (${lockSql(where)}),
  deleted as (delete from memories where id in (select id from locked) returning *),
  recorded as (
    insert into memory_changes (memory_id, workspace_id, event, old_text, actor_id, role, customer_id, memory_created_at, changed_at)
    select id, workspace_id, 'DELETE', text, actor_id, role, customer_id, created_at, ? from deleted
    returning memory_id
  )
  select ${result} from recorded`

/** Deletes the expired memory that has the content, so that another memory may have it. */
export async function deleteExpiredMemory({ em }: Pick<Scope, 'em'>, workspaceId: string, contentKey: string, now: Date): Promise<void> {
  const where = 'workspace_id = ? and content_key = ? and expires_at <= ?'
  await em.execute(deleteSql(where, 'count(*)'), [workspaceId, contentKey, now, now])
}

/** Returns the ids of the memories that existed. */
export async function deleteMemoriesById(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows: { id: string }[] = await em.execute(deleteSql('workspace_id = ? and id = any (array[?]::text[])', 'memory_id as id'), [
    workspaceId,
    ids,
    now,
  ])
  return rows.map(({ id }) => id)
}

/**
 * Deletes all memories that have every one of the identifiers, including expired ones. Returns their number. Without a workspace, the
 * memories of all workspaces.
 */
export async function deleteMemoriesByIdentifiers(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string | null,
  identifiers: Identifiers,
  now: Date,
): Promise<number> {
  const values = { ...(workspaceId === null ? {} : { workspace_id: workspaceId }), ...identifiers }
  const where = Object.keys(values)
    .map((name) => `${name} = ?`)
    .join(' and ')
  const [row]: { count: number }[] = await em.execute(deleteSql(where, 'count(*)::int as count'), [...Object.values(values), now])
  return row?.count ?? 0
}

/**
 * Deletes the memories about customers and all texts in their history, also of memories that were deleted before. The history entries
 * themselves remain for a month.
 */
export async function deleteMemoriesOfCustomers(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  customerIds: readonly string[],
  now: Date,
): Promise<void> {
  const where = 'workspace_id = ? and customer_id = any (array[?]::text[])'
  await em.execute(deleteSql(where, 'count(*)'), [workspaceId, customerIds, now])
  await em.execute(
    `update memory_changes set old_text = null, new_text = null where memory_id in (select memory_id from memory_changes where ${where})`,
    [workspaceId, customerIds],
  )
}

/**
 * Deletes memories that expired before the date, together with their history. Returns the workspace of each deleted memory. The condition
 * is repeated, because a memory may have become valid again by a transaction that the deletion waited for.
 */
export async function deleteExpiredBatch({ em }: Pick<Scope, 'em'>, before: Date, limit: number): Promise<string[]> {
  const rows: { workspace_id: string }[] = await em.execute(
    `with deleted as (delete from memories where id in (select id from memories where expires_at < ? limit ?) and expires_at < ?
       returning id, workspace_id),
     deleted_changes as (delete from memory_changes where memory_id in (select id from deleted))
     select workspace_id from deleted`,
    [before, limit, before],
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

/** Deletes the histories of memories that were deleted before the date. Returns their number. */
export async function deleteHistoryBatch({ em }: Pick<Scope, 'em'>, before: Date, limit: number): Promise<number> {
  const rows = await em.execute(
    `with expired as (select distinct memory_id from (select memory_id from memory_changes where event = 'DELETE' and changed_at < ? limit ?) as batch),
     deleted as (delete from memory_changes where memory_id in (select memory_id from expired))
     select memory_id from expired`,
    [before, limit],
  )
  return rows.length
}

/** Deletes a batch of a workspace's memories, history and words. Returns true while there may be more. */
export async function deleteWorkspaceBatch({ em }: Pick<Scope, 'em'>, workspaceId: string, limit: number): Promise<boolean> {
  let deleted = 0
  for (const table of ['memories', 'memory_changes', 'memory_words'])
    deleted += await deleteBatch(em, table, 'workspace_id = ?', [workspaceId], limit)
  return deleted > 0
}
