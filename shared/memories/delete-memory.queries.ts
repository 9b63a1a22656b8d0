/** Memories leave by one statement, which also writes down that they did. */
import { deleteSome } from '../kernel/delete-some.queries.js'
import type { Scope } from '../kernel/scope.js'
import type { Identifiers } from './identifiers.js'

const deleting = (where: string, answer: string) => `
  with gone as (delete from memories where ${where} returning *),
  recorded as (
    insert into memory_changes (memory_id, workspace_id, event, old_text, actor_id, role, memory_created_at, changed_at)
    select id, workspace_id, 'DELETE', text, actor_id, role, created_at, ? from gone
    returning memory_id
  )
  select ${answer} from recorded`

/** Answers the ids of those that there were. */
export async function deleteMemoriesById(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows: { id: string }[] = await em.execute(deleting('workspace_id = ? and id = any (array[?]::text[])', 'memory_id as id'), [
    workspaceId,
    ids,
    now,
  ])
  return rows.map(({ id }) => id)
}

/** All that carry every one of the identifiers, expired ones too. Answers how many. */
export async function deleteMemoriesOf(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  identifiers: Identifiers,
  now: Date,
): Promise<number> {
  const conditions = Object.keys(identifiers)
    .map((name) => `and ${name} = ?`)
    .join(' ')
  const [row]: { count: number }[] = await em.execute(deleting(`workspace_id = ? ${conditions}`, 'count(*)::int as count'), [
    workspaceId,
    ...Object.values(identifiers),
    now,
  ])
  return row?.count ?? 0
}

/** Those about the customer, and all texts of their history: that there was something stays for a month, as of every deletion. */
export async function forgetMemoriesAbout({ em }: Pick<Scope, 'em'>, workspaceId: string, customerId: string, now: Date): Promise<void> {
  const rows: { id: string }[] = await em.execute(deleting('workspace_id = ? and customer_id = ?', 'memory_id as id'), [
    workspaceId,
    customerId,
    now,
  ])
  if (rows.length > 0)
    await em.execute('update memory_changes set old_text = null, new_text = null where memory_id = any (array[?]::text[])', [
      rows.map(({ id }) => id),
    ])
}

/** Those that expired before that, for good and without a trace. Answers whose they were, one by one. */
export async function dropExpiredMemories({ em }: Pick<Scope, 'em'>, before: Date, most: number): Promise<string[]> {
  const rows: { workspace_id: string }[] = await em.execute(
    `with gone as (delete from memories where id in (select id from memories where expires_at < ? limit ?) returning id, workspace_id),
     forgotten as (delete from memory_changes where memory_id in (select id from gone))
     select workspace_id from gone`,
    [before, most],
  )
  return rows.map(({ workspace_id }) => workspace_id)
}

/** The histories of memories that were deleted before that. Answers of how many. */
export async function dropHistoriesOfDeleted({ em }: Pick<Scope, 'em'>, before: Date, most: number): Promise<number> {
  const rows = await em.execute(
    `with deleted as (select distinct memory_id from (select memory_id from memory_changes where event = 'DELETE' and changed_at < ? limit ?) as listed),
     forgotten as (delete from memory_changes where memory_id in (select memory_id from deleted))
     select memory_id from deleted`,
    [before, most],
  )
  return rows.length
}

/** Some of a workspace's memories, of their histories and of its words, when the workspace goes; true while there may be more. */
export async function deleteSomeOfWorkspace({ em }: Pick<Scope, 'em'>, workspaceId: string, most: number): Promise<boolean> {
  let gone = 0
  for (const table of ['memories', 'memory_changes', 'memory_words'])
    gone += await deleteSome(em, table, 'workspace_id = ?', [workspaceId], most)
  return gone > 0
}
