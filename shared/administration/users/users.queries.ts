import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { UserForOperator } from './user.schema.js'

/** A whole id: addresses may begin like one. */
const userId = /^user_[0-9A-Z]{26}$/

const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/**
 * Users without machine users. Those who own the workspace of the slug, which may be disabled, or whose address equals the search, come
 * first.
 */
export function usersForOperator(
  { em }: Pick<Scope, 'em'>,
  { search = '', slug }: { search?: string | undefined; slug?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<UserForOperator[]> {
  const member = 'members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id and w.slug = ?'
  const ownersFirst = slug === undefined ? '' : `exists (select from ${member} and coalesce(m.former_role, m.role) = 'owner') desc,`
  const pattern = `%${literally(search)}%`
  const isId = userId.test(search)
  return em.execute(
    `select u.id, u.name, u.email, u.platform_role as "platformRole", (select count(*) from members m where m.user_id = u.id)::int as workspaces,
       ${isoInstant('u.created_at')} as "createdAt"
     from users u where not u.is_machine and ${isId ? 'u.id = ?' : '(u.email ilike ? or u.name ilike ?)'}
       ${slug === undefined ? '' : `and exists (select from ${member})`}
     order by ${ownersFirst} lower(u.email) = lower(?) desc, lower(u.email), u.id
     limit ? offset ?`,
    [...(isId ? [search] : [pattern, pattern]), ...(slug === undefined ? [] : [slug, slug]), search, limit, offset],
  )
}
