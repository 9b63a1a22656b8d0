import type { Role } from '../../accounts/index.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { PlatformAdmin } from './platform-admins.js'

type Reading = Pick<Scope, 'em' | 'config'>

/** Roles by a flag of the user, or else by membership of the platform workspace, which may be disabled. */
const roleOf = `coalesce(u.platform_role, (select coalesce(m.former_role, m.role) from members m join workspaces w on w.id = m.workspace_id
  where m.user_id = u.id and (w.slug = ? or w.id = ?)))`

const platform = ({ config }: Pick<Scope, 'config'>) => [config.platformWorkspace ?? '', config.platformWorkspace ?? '']

/** Null if the user is no platform administrator. */
export async function findPlatformRole(scope: Reading, userId: string): Promise<Role | null> {
  const rows: { role: Role | null }[] = await scope.em.execute(
    `select ${roleOf} as role from users u where u.id = ? and not u.is_machine`,
    [...platform(scope), userId],
  )
  return rows[0]?.role ?? null
}

/** Serialises appointments until the transaction ends. */
export async function lockPlatformAdmins({ em }: Reading): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['platform administrators'])
}

export const platformAdmins = (scope: Reading): Promise<PlatformAdmin[]> =>
  scope.em.execute(
    `select * from (select u.id, u.name, u.email, ${roleOf} as role, u.platform_role is not null as "isAppointed",
       ${isoInstant('u.created_at')} as "createdAt" from users u
     where not u.is_machine and (u.platform_role is not null or exists (
       select from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id and (w.slug = ? or w.id = ?)))) admins
     order by email, id limit 1000`,
    [...platform(scope), ...platform(scope)],
  )
