import type { EntityManager } from '@mikro-orm/postgresql'

export type OneTimeTokenPurpose =
  | 'password'
  | 'email'
  | 'restore-email'
  | 'invite'
  | 'partner-invite'
  | 'partner-account'
  | 'impersonation'
  | 'sign-in'
  | 'program-application'

export interface OneTimeToken {
  purpose: OneTimeTokenPurpose
  userId: string | null
  workspaceId: string | null
  /** The account that an invite is for. */
  partnerId: string | null
  /** The invite of a partner to a program. */
  enrolmentId: string | null
  email: string | null
}

export interface StoredOneTimeToken extends OneTimeToken {
  hashedToken: string
  now: Date
  expiresAt: Date
}

const columns = `purpose, user_id as "userId", workspace_id as "workspaceId", partner_id as "partnerId", enrolment_id as "enrolmentId", email`

export async function insertOneTimeToken(
  em: EntityManager,
  { hashedToken, purpose, userId, workspaceId, partnerId, enrolmentId, email, now, expiresAt }: StoredOneTimeToken,
): Promise<void> {
  await em.execute(
    `insert into one_time_tokens (hashed_token, purpose, user_id, workspace_id, partner_id, enrolment_id, email, created_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [hashedToken, purpose, userId, workspaceId, partnerId, enrolmentId, email, now, expiresAt],
  )
}

/** An unexpired token. */
export async function findOneTimeToken(
  em: EntityManager,
  hashedToken: string,
  purpose: OneTimeTokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> {
  const rows = await em.execute<OneTimeToken[]>(
    `select ${columns} from one_time_tokens where hashed_token = ? and purpose = ? and expires_at > ?`,
    [hashedToken, purpose, now],
  )
  return rows[0] ?? null
}

/** Deletes and returns an unexpired token. Of concurrent calls only one gets it. */
export async function consumeOneTimeToken(
  em: EntityManager,
  hashedToken: string,
  purpose: OneTimeTokenPurpose,
  now: Date,
): Promise<OneTimeToken | null> {
  const rows = await em.execute<OneTimeToken[]>(
    `delete from one_time_tokens where hashed_token = ? and purpose = ? and expires_at > ? returning ${columns}`,
    [hashedToken, purpose, now],
  )
  return rows[0] ?? null
}

/** Replaces the token of the user's pending link for this email address. Returns false if the link was used or revoked. */
export async function renewOneTimeToken(
  em: EntityManager,
  { hashedToken, purpose, userId, email, expiresAt }: Omit<StoredOneTimeToken, 'now' | 'workspaceId' | 'partnerId' | 'enrolmentId'>,
): Promise<boolean> {
  const rows = await em.execute(
    `update one_time_tokens set hashed_token = ?, expires_at = ? where hashed_token = (
       select hashed_token from one_time_tokens where user_id = ? and email = ? and purpose = ? order by created_at desc limit 1)
     returning 1`,
    [hashedToken, expiresAt, userId, email, purpose],
  )
  return rows.length > 0
}

/** Revokes all one-time links of a user with these purposes. */
export async function deleteOneTimeTokensOfUser(em: EntityManager, userId: string, ...purposes: OneTimeTokenPurpose[]): Promise<void> {
  const placeholders = purposes.map(() => '?').join()
  await em.execute(`delete from one_time_tokens where user_id = ? and purpose in (${placeholders})`, [userId, ...purposes])
}

export async function deleteInviteTokens(em: EntityManager, workspaceId: string, email: string): Promise<void> {
  await em.execute(`delete from one_time_tokens where workspace_id = ? and email = ? and purpose = 'invite'`, [workspaceId, email])
}

export async function deleteOneTimeTokensExpiredBefore(em: EntityManager, before: Date): Promise<void> {
  await em.execute('delete from one_time_tokens where expires_at < ?', [before])
}
