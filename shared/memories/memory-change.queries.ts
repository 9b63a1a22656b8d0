/** The history of memories. Each change is recorded in its own transaction. */
import type { Scope } from '../kernel/scope.js'
import type { MemoryRow } from './memory.queries.js'

export interface ChangeRow {
  id: number
  memory_id: string
  event: 'ADD' | 'UPDATE' | 'DELETE'
  old_text: string | null
  new_text: string | null
  actor_id: string | null
  role: string | null
  memory_created_at: Date
  changed_at: Date
}

export async function listChanges({ pool }: Pick<Scope, 'pool'>, workspaceId: string, memoryId: string): Promise<ChangeRow[]> {
  const sql = `select id, memory_id, event, old_text, new_text, actor_id, role, memory_created_at, changed_at
    from memory_changes where memory_id = $1 and workspace_id = $2 order by id`
  return (await pool.query(sql, [memoryId, workspaceId])).rows
}

export async function recordUpdate({ em }: Pick<Scope, 'em'>, before: MemoryRow, text: string, now: Date): Promise<void> {
  await em.execute(
    `insert into memory_changes (memory_id, workspace_id, event, old_text, new_text, actor_id, role, memory_created_at, changed_at)
     values (?, ?, 'UPDATE', ?, ?, ?, ?, ?, ?)`,
    [before.id, before.workspace_id, before.text, text, before.actor_id, before.role, before.created_at, now],
  )
}

/** Records that memories were added. */
export async function recordAdditions({ em }: Pick<Scope, 'em'>, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await em.execute(
    `insert into memory_changes (memory_id, workspace_id, event, new_text, actor_id, role, memory_created_at, changed_at)
     select id, workspace_id, 'ADD', text, actor_id, role, created_at, ? from memories where id = any (array[?]::text[]) order by number`,
    [now, ids],
  )
}
