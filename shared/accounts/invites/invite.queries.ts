import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Role } from '../member.entity.js'
import type { PeopleFilter } from '../members/member.queries.js'
import { Workspace } from '../workspace.entity.js'

export interface InviteRow {
  email: string
  role: Role
  expires: Date
  createdAt: Date
}

/** Invites of a workspace including expired ones, oldest first. */
export async function invitesOf(pool: pg.Pool, workspaceId: string, { search, role }: PeopleFilter): Promise<InviteRow[]> {
  const { rows } = await pool.query<InviteRow>(
    `select email, role, expires, created_at as "createdAt" from invites
     where workspace_id = $1 and ($2::text is null or email ilike $2) and ($3::text is null or role = $3)
     order by created_at, email`,
    [workspaceId, search, role],
  )
  return rows
}

/** Creates an invite, or renews an existing one with the new role. */
export async function upsertInvite(
  em: EntityManager,
  { workspaceId, email, role, expires, now }: { workspaceId: string; email: string; role: Role; expires: Date; now: Date },
): Promise<void> {
  await em.execute(
    `insert into invites (workspace_id, email, role, expires, created_at) values (?, ?, ?, ?, ?)
     on conflict (workspace_id, email) do update set role = excluded.role, expires = excluded.expires`,
    [workspaceId, email, role, expires, now],
  )
}

/** Deletes an invite and returns its role. Null if there is none. */
export async function consumeInvite(em: EntityManager, workspaceId: string, email: string): Promise<Role | null> {
  const rows = await em.execute<{ role: Role }[]>('delete from invites where workspace_id = ? and email = ? returning role', [
    workspaceId,
    email,
  ])
  return rows[0]?.role ?? null
}

/** The workspace with this id or slug, if the address has an invite to it. */
export async function workspaceWithInvite(em: EntityManager, idOrSlug: string, email: string): Promise<Workspace | null> {
  const rows = await em.execute(
    'select w.* from workspaces w join invites i on i.workspace_id = w.id where i.email = ? and (w.id = ? or w.slug = ?)',
    [email, idOrSlug, idOrSlug.toLowerCase()],
  )
  return rows[0] ? em.map(Workspace, rows[0]) : null
}

export async function deleteInvitesExpiredBefore(em: EntityManager, before: Date): Promise<void> {
  await em.execute('delete from invites where expires < ?', [before])
}
