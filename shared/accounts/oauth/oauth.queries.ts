/** SQL of OAuth installations, codes and refresh tokens. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { newId } from '../../kernel/ids.js'
import type { Role } from '../member.entity.js'

export interface Membership {
  workspaceId: string
  name: string
  slug: string
  role: Role
}

/** Memberships of a user, oldest workspace first. */
export const membershipsOf = (em: EntityManager, userId: string): Promise<Membership[]> =>
  em.execute(
    `select w.id as "workspaceId", w.name, w.slug, m.role from members m join workspaces w on w.id = m.workspace_id
     where m.user_id = ? order by w.created_at, w.id`,
    [userId],
  )

export interface CodeRow {
  hashedCode: string
  appId: string
  userId: string
  workspaceId: string
  scopes: string
  redirectUri: string
  codeChallenge: string | null
}

export async function insertCode(
  em: EntityManager,
  { hashedCode, appId, userId, workspaceId, scopes, redirectUri, codeChallenge, expiresAt }: CodeRow & { expiresAt: Date },
  now: Date,
): Promise<void> {
  await em.execute(
    `insert into oauth_codes (hashed_code, app_id, user_id, workspace_id, scopes, redirect_uri, code_challenge, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [hashedCode, appId, userId, workspaceId, scopes, redirectUri, codeChallenge, now, expiresAt],
  )
}

/** `installationId` is null until the code is used. */
interface LockedCode extends CodeRow {
  installationId: string | null
  isExpired: boolean
}

/** An authorization code, locked until the transaction ends. */
export async function lockCode(em: EntityManager, hashedCode: string, now: Date): Promise<LockedCode | null> {
  const rows: LockedCode[] = await em.execute(
    `select hashed_code as "hashedCode", app_id as "appId", user_id as "userId", workspace_id as "workspaceId", scopes,
       redirect_uri as "redirectUri", code_challenge as "codeChallenge", installation_id as "installationId",
       expires_at <= ? as "isExpired"
     from oauth_codes where hashed_code = ? for update`,
    [now, hashedCode],
  )
  return rows[0] ?? null
}

/** Records the installation whose tokens the code was exchanged for. A used code stays until it expires, so that its replay is noticed. */
export async function markCodeUsed(em: EntityManager, hashedCode: string, installationId: string): Promise<void> {
  await em.execute('update oauth_codes set installation_id = ? where hashed_code = ?', [installationId, hashedCode])
}

/** Finds or creates the installation of an app by a user in a workspace, and locks it. */
export async function ensureInstallation(
  em: EntityManager,
  { appId, userId, workspaceId }: { appId: string; userId: string; workspaceId: string },
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const id = newId('inst_', now.getTime())
  const rows: { id: string }[] = await em.execute(
    `insert into oauth_installations (id, app_id, user_id, workspace_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, app_id, user_id) do update set updated_at = excluded.updated_at returning id`,
    [id, appId, userId, workspaceId, now, now],
  )
  const storedId = (rows[0] as { id: string }).id
  return { id: storedId, isNew: storedId === id }
}

/**
 * Deletes the access token and the unused refresh tokens of an installation. Locks it first, like everything that adds tokens, so that none
 * are added meanwhile.
 */
export async function deleteInstallationTokens(em: EntityManager, installationId: string): Promise<void> {
  await em.execute('select from oauth_installations where id = ? for update', [installationId])
  await em.execute('delete from tokens where installation_id = ?', [installationId])
  await em.execute('delete from oauth_refresh_tokens where installation_id = ? and used_at is null', [installationId])
}

export async function insertRefreshToken(
  em: EntityManager,
  row: { hashedToken: string; installationId: string; scopes: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await em.execute(
    'insert into oauth_refresh_tokens (hashed_token, installation_id, scopes, created_at, expires_at) values (?, ?, ?, ?, ?)',
    [row.hashedToken, row.installationId, row.scopes, now, row.expiresAt],
  )
}

export interface RefreshRow {
  installationId: string
  appId: string
  userId: string
  workspaceId: string
  scopes: string
  /** Milliseconds since its use; null if unused. */
  usedAgoMs: number | null
  isExpired: boolean
}

/** A refresh token, locked until the transaction ends. Lock its installation before. */
export async function lockRefreshToken(em: EntityManager, hashedToken: string, now: Date): Promise<RefreshRow | null> {
  const rows: RefreshRow[] = await em.execute(
    `select r.installation_id as "installationId", i.app_id as "appId", i.user_id as "userId", i.workspace_id as "workspaceId", r.scopes,
       (extract(epoch from ?::timestamptz - r.used_at) * 1000)::float as "usedAgoMs", r.expires_at <= ? as "isExpired"
     from oauth_refresh_tokens r join oauth_installations i on i.id = r.installation_id where r.hashed_token = ? for update of r`,
    [now, now, hashedToken],
  )
  return rows[0] ?? null
}

export async function markRefreshTokenUsed(em: EntityManager, hashedToken: string, now: Date): Promise<void> {
  await em.execute('update oauth_refresh_tokens set used_at = ? where hashed_token = ?', [now, hashedToken])
}

/** The installation of an app to which an access or refresh token belongs, locked until the transaction ends. */
export async function lockInstallationOfToken(em: EntityManager, appId: string, hashedToken: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute(
    `select i.id from oauth_installations i where i.app_id = ? and i.id in
       (select installation_id from tokens where hashed_key = ?
        union all select installation_id from oauth_refresh_tokens where hashed_token = ?) for update`,
    [appId, hashedToken, hashedToken],
  )
  return rows[0]?.id ?? null
}

export interface InstallationRow {
  id: string
  createdAt: Date
  scopes: string | null
  lastUsed: Date | null
  appId: string
  appName: string
  appSlug: string
  userId: string
  userName: string | null
}

/** Installations in a workspace, newest first. */
export async function installationsOf(pool: pg.Pool, workspaceId: string): Promise<InstallationRow[]> {
  const { rows } = await pool.query<InstallationRow>(
    `select i.id, i.created_at as "createdAt", t.scopes, t.last_used as "lastUsed",
       a.id as "appId", a.name as "appName", a.slug as "appSlug", u.id as "userId", u.name as "userName"
     from oauth_installations i join oauth_apps a on a.id = i.app_id join users u on u.id = i.user_id
       left join tokens t on t.installation_id = i.id
     where i.workspace_id = $1 order by i.created_at desc, i.id desc limit 500`,
    [workspaceId],
  )
  return rows
}

/** Deletes an installation, if `userId` is set only one of that user. Returns whether it existed. */
export async function deleteInstallation(em: EntityManager, workspaceId: string, id: string, userId: string | null): Promise<boolean> {
  const rows = await em.execute(
    'delete from oauth_installations where workspace_id = ? and id = ? and (?::text is null or user_id = ?) returning 1',
    [workspaceId, id, userId, userId],
  )
  return rows.length > 0
}

export async function isTokenOfApp(pool: pg.Pool, tokenId: string): Promise<boolean> {
  const { rows } = await pool.query('select 1 from tokens where id = $1 and installation_id is not null', [tokenId])
  return rows.length > 0
}

export async function deleteExpiredOauthRows(em: EntityManager, now: Date): Promise<void> {
  await em.execute('delete from oauth_codes where expires_at < ?', [now])
  await em.execute('delete from oauth_refresh_tokens where expires_at < ?', [now])
  await em.execute('delete from tokens where installation_id is not null and expires < ?', [now])
}
