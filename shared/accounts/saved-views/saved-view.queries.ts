import { isoInstant } from '../../kernel/db/iso-instant.js'
import { newId } from '../../kernel/ids.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import type { SavedViewResponse, SaveView } from './saved-view.schema.js'

const columns = `id, page, name, query, ${isoInstant('created_at')} as "createdAt", ${isoInstant('updated_at')} as "updatedAt"`

/** The caller's views in the workspace, by name. */
export async function viewsOfCaller(
  { em, workspace, actor }: WorkspaceScope,
  page: string | undefined,
  limit: number,
): Promise<SavedViewResponse[]> {
  return em.execute(
    `select ${columns} from saved_views where user_id = ? and workspace_id = ? and (?::text is null or page = ?)
     order by page, lower(name) limit ?`,
    [actor.user.id, workspace.id, page ?? null, page ?? null, limit],
  )
}

/** Inserts a view, or replaces the one of the same name. Returns undefined if the caller has `limit` views of the page already. */
export async function upsertView(
  { em, workspace, actor, now }: WorkspaceScope,
  { page, name, query }: SaveView,
  limit: number,
): Promise<SavedViewResponse | undefined> {
  const owner = [actor.user.id, workspace.id, page]
  const rows: SavedViewResponse[] = await em.execute(
    `insert into saved_views (id, user_id, workspace_id, page, name, query, created_at, updated_at)
     select ?, ?, ?, ?, ?, ?, ?::timestamptz, ?::timestamptz where (select count(*) from saved_views where user_id = ? and workspace_id = ? and page = ?) < ?
       or exists (select from saved_views where user_id = ? and workspace_id = ? and page = ? and lower(name) = lower(?))
     on conflict (user_id, workspace_id, page, lower(name))
     do update set name = excluded.name, query = excluded.query, updated_at = excluded.updated_at returning ${columns}`,
    [newId('view_', now().getTime()), ...owner, name, query, now(), now(), ...owner, limit, ...owner, name],
  )
  return rows[0]
}
