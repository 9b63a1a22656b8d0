/** SQL of users. Also reads `partners` and `partner_users`, tables of other domains. */
import type { EntityManager } from '@mikro-orm/postgresql'
import { User } from '../user.entity.js'

/** Finds a user by folded email address; the unique index is on `lower(email)`. */
export async function userByEmail(em: EntityManager, foldedEmail: string): Promise<User | null> {
  const rows = await em.execute('select * from users where lower(email) = ?', [foldedEmail])
  return rows[0] ? em.map(User, rows[0]) : null
}

/** Whether the user is a member of the workspace with this slug. */
export async function isMemberOfSlug(em: EntityManager, userId: string, slug: string): Promise<boolean> {
  const rows = await em.execute('select 1 from members m join workspaces w on w.id = m.workspace_id where m.user_id = ? and w.slug = ?', [
    userId,
    slug,
  ])
  return rows.length > 0
}

/** Whether a partner account has other users but no other owner. Locks the accounts of the user like changes of their owners. */
export async function isLastOwnerOfPartner(em: EntityManager, userId: string): Promise<boolean> {
  const owned = `select partner_id from partner_users where user_id = ? and role = 'owner'`
  await em.execute(`select 1 from partners where id in (${owned}) order by id for no key update`, [userId])
  const rows = await em.execute(
    `select 1 from partner_users where partner_id in (${owned}) and user_id <> ? group by partner_id having not bool_or(role = 'owner')`,
    [userId, userId],
  )
  return rows.length > 0
}
