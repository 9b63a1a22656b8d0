import type { EntityManager } from '@mikro-orm/postgresql'

export interface PasswordOwner {
  userId: string
  /** Null if the user has no password. */
  hash: string | null
}

/** The user with this folded email address. Machine users have no password and are excluded. */
export async function passwordByEmail(em: EntityManager, email: string): Promise<PasswordOwner | null> {
  const rows = await em.execute<PasswordOwner[]>(
    `select u.id as "userId", p.hash from users u left join user_passwords p on p.user_id = u.id
     where lower(u.email) = ? and not u.is_machine`,
    [email],
  )
  return rows[0] ?? null
}

export async function passwordOfUser(em: EntityManager, userId: string): Promise<string | null> {
  const rows = await em.execute<{ hash: string }[]>('select hash from user_passwords where user_id = ?', [userId])
  return rows[0]?.hash ?? null
}

export async function deletePassword(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from user_passwords where user_id = ?', [userId])
}

/** Whether the hash is still the one of the user. It cannot be replaced until the transaction ends. */
export async function lockPassword(em: EntityManager, userId: string, hash: string): Promise<boolean> {
  return (await em.execute('select 1 from user_passwords where user_id = ? and hash = ? for update', [userId, hash])).length > 0
}

export async function storePassword(em: EntityManager, userId: string, hash: string, now: Date): Promise<void> {
  await em.execute(
    `insert into user_passwords (user_id, hash, updated_at) values (?, ?, ?)
     on conflict (user_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
    [userId, hash, now],
  )
}
