import type { EntityManager } from '@mikro-orm/postgresql'

export type Purpose = 'password' | 'email' | 'invite'

export interface OneTimeToken {
  purpose: Purpose
  userId: string | null
  workspaceId: string | null
  email: string | null
}

export interface StoredOneTimeToken extends OneTimeToken {
  hashedToken: string
  now: Date
  expiresAt: Date
}

const columns = `purpose, user_id as "userId", workspace_id as "workspaceId", email`

export async function insertOneTimeToken(
  em: EntityManager,
  { hashedToken, purpose, userId, workspaceId, email, now, expiresAt }: StoredOneTimeToken,
): Promise<void> {
  await em.execute(
    'insert into one_time_tokens (hashed_token, purpose, user_id, workspace_id, email, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
    [hashedToken, purpose, userId, workspaceId, email, now, expiresAt],
  )
}

/** What the token stands for, while it lives. */
export async function oneTimeToken(em: EntityManager, hashedToken: string, purpose: Purpose, now: Date): Promise<OneTimeToken | null> {
  const rows = await em.execute<OneTimeToken[]>(
    `select ${columns} from one_time_tokens where hashed_token = ? and purpose = ? and expires_at > ?`,
    [hashedToken, purpose, now],
  )
  return rows[0] ?? null
}

/** Takes the token away and answers what it stood for: of two who come at once, one gets it. */
export async function takeOneTimeToken(em: EntityManager, hashedToken: string, purpose: Purpose, now: Date): Promise<OneTimeToken | null> {
  const rows = await em.execute<OneTimeToken[]>(
    `delete from one_time_tokens where hashed_token = ? and purpose = ? and expires_at > ? returning ${columns}`,
    [hashedToken, purpose, now],
  )
  return rows[0] ?? null
}

/** All links of one purpose that were sent to a user stop working. */
export async function deleteTokensOfUser(em: EntityManager, userId: string, purpose: Purpose): Promise<void> {
  await em.execute('delete from one_time_tokens where user_id = ? and purpose = ?', [userId, purpose])
}

export async function deleteInviteTokens(em: EntityManager, workspaceId: string, email: string): Promise<void> {
  await em.execute(`delete from one_time_tokens where workspace_id = ? and email = ? and purpose = 'invite'`, [workspaceId, email])
}

export async function deleteTokensExpiredBefore(em: EntityManager, before: Date): Promise<void> {
  await em.execute('delete from one_time_tokens where expires_at < ?', [before])
}
