import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { TokenRow } from './present-token.js'

/** Sets the last use to `now` unless it was updated after `updatedBefore`. */
export async function setLastUsed(pool: pg.Pool, id: string, now: Date, updatedBefore: Date): Promise<void> {
  await pool.query('update tokens set last_used = $2 where id = $1 and (last_used is null or last_used <= $3)', [id, now, updatedBefore])
}

const columns = `t.id, t.name, t.partial_key as "partialKey", t.scopes, t.expires, t.last_used as "lastUsed",
  t.created_at as "createdAt", t.updated_at as "updatedAt",
  u.id as "userId", u.name as "userName", u.image as "userImage", u.is_machine as "isMachine"`
const newestUseFirst = 'order by t.last_used desc nulls last, t.created_at desc, t.id desc'

/** Keys of a workspace without those of OAuth apps, most recently used first. */
export async function tokensOfWorkspace(pool: pg.Pool, workspaceId: string, userId: string | null, limit: number): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from tokens t join users u on u.id = t.user_id
     where t.workspace_id = $1 and t.installation_id is null and ($2::text is null or t.user_id = $2) ${newestUseFirst} limit $3`,
    [workspaceId, userId, limit],
  )
  return rows
}

export async function tokenOfWorkspace(pool: pg.Pool, workspaceId: string, id: string): Promise<TokenRow | null> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from tokens t join users u on u.id = t.user_id 
     where t.workspace_id = $1 and t.installation_id is null and t.id = $2`,
    [workspaceId, id],
  )
  return rows[0] ?? null
}

/** Personal keys of a user, most recently used first. */
export async function personalTokens(pool: pg.Pool, userId: string, limit: number): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from tokens t join users u on u.id = t.user_id
     where t.user_id = $1 and t.workspace_id is null ${newestUseFirst} limit $2`,
    [userId, limit],
  )
  return rows
}

/** The number of keys of a workspace, or of personal keys of a user. Serialises creations until the transaction ends. */
export async function countTokens(em: EntityManager, owner: { workspaceId: string } | { userId: string }): Promise<number> {
  const [column, id] =
    'workspaceId' in owner
      ? ['workspace_id = ? and installation_id is null', owner.workspaceId]
      : ['user_id = ? and workspace_id is null', owner.userId]
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`tokens ${id}`])
  const rows = await em.execute<{ count: number }[]>(`select count(*)::int from tokens where ${column}`, [id])
  return rows[0]?.count ?? 0
}

export async function deletePersonalTokens(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from tokens where user_id = ? and workspace_id is null', [userId])
}
