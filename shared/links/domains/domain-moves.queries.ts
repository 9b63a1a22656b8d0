/** Domains that move with their links. Each function goes over some links and answers which; whoever calls repeats it. */
import { type Role, Workspace, type WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { type Link, linkOfRow } from '../link.entity.js'

export interface MovedLink {
  id: string
  workspaceId: string | null
  domain: string
  lookupKey: string
}

const moved = 'id, workspace_id as "workspaceId", domain, lookup_key as "lookupKey"'

export interface MovingDomain {
  slug: string
  workspaceId: string | null
  movedFrom: string | null
  isDeleted: boolean
}

/** The domain as it is now, whatever became of it. */
export async function movingDomain({ em }: Scope, domainId: string): Promise<MovingDomain | null> {
  const rows: MovingDomain[] = await em.execute(
    'select slug, workspace_id as "workspaceId", moved_from as "movedFrom", deleted_at is not null as "isDeleted" from domains where id = ?',
    [domainId],
  )
  return rows[0] ?? null
}

/** Gives some links of the former name the present one. */
export async function renameLinks({ em }: Scope, from: string, to: string, origin: string, most: number): Promise<MovedLink[]> {
  return em.execute(
    `update links set domain = ?, short_link = ? || case key when '_root' then '' else '/' || key end
     where id in (select id from links where domain = ? order by lookup_key limit ? for no key update) returning ${moved}`,
    [to, origin, from, most],
  )
}

/** All links live under the present name. */
export async function forgetFormerName({ em }: Scope, domainId: string): Promise<void> {
  await em.execute('update domains set moved_from = null where id = ?', [domainId])
}

/** Some links under these names; nobody changes them before this transaction has ended. */
export async function linksUnder({ em }: Scope, slugs: readonly string[], most: number): Promise<MovedLink[]> {
  return em.execute(`select ${moved} from links where domain = any (array[?]::text[]) order by lookup_key limit ? for update`, [
    slugs,
    most,
  ])
}

export async function deleteLinksById({ em }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await em.execute('delete from links where id = any (array[?]::text[])', [ids])
}

export async function dropDeletedDomain({ em }: Scope, domainId: string): Promise<void> {
  await em.execute('delete from domains where id = ? and deleted_at is not null', [domainId])
}

/** The workspace, and what this user is in it. */
export async function workspaceOfUser(
  { em, actor }: WorkspaceScope,
  workspaceId: string,
): Promise<{ workspace: Workspace; role: Role } | null> {
  const [row]: { member_role: Role }[] = await em.execute(
    'select w.*, m.role as member_role from workspaces w join members m on m.workspace_id = w.id and m.user_id = ? where w.id = ?',
    [actor.user.id, workspaceId],
  )
  if (!row) return null
  const { member_role: role, ...columns } = row
  return { workspace: em.map(Workspace, columns), role }
}

export async function countLinksOfDomain({ em }: Scope, domainId: string): Promise<number> {
  const [row]: { count: number }[] = await em.execute(
    'select count(*)::int as count from links l join domains d on d.slug = l.domain and d.workspace_id = l.workspace_id where d.id = ?',
    [domainId],
  )
  return row?.count ?? 0
}

/** Counts so many links as used by a workspace, unless that is more than it may; answers whether they were counted. */
export async function takeRoomForLinks({ em }: Scope, workspaceId: string, links: number, isLimited: boolean): Promise<boolean> {
  const limit = isLimited ? 'and links_usage + ? <= links_limit' : ''
  const rows = await em.execute(`update workspaces set links_usage = links_usage + ? where id = ? ${limit} returning id`, [
    links,
    workspaceId,
    ...(isLimited ? [links] : []),
  ])
  return rows.length > 0
}

/** Takes one link to another workspace, where it begins anew like those of a domain. */
export async function handOverLink({ em, actor, now }: WorkspaceScope, linkId: string, to: string): Promise<Link> {
  const rows = await em.execute(
    `update links l set workspace_id = ?, user_id = ?, updated_at = ?, ${begunAnew} where id = ? returning l.*`,
    [to, actor.user.id, now(), to, linkId],
  )
  await em.execute('delete from link_tags where link_id = ?', [linkId])
  await em.execute('delete from dashboards where link_id = ?', [linkId])
  em.clear()
  if (!rows[0]) throw new Error(`the link ${linkId} went while it was locked`)
  return linkOfRow(em, rows[0])
}

/** With the new workspace as its parameter. */
const begunAnew = `
  folder_id = null, program_id = null, partner_id = null, public_stats = false,
  external_id = case when exists (select 1 from links o where o.workspace_id = ? and lower(o.external_id) = lower(l.external_id)) then null else l.external_id end,
  clicks = 0, leads = 0, conversions = 0, sales = 0, sale_amount = 0, last_clicked = null, last_lead_at = null, last_conversion_at = null, begun_anew_at = date_trunc('milliseconds', clock_timestamp())`

/** Some links of the domain in this workspace, the oldest first. They stay as they are until this transaction has ended. */
export async function linksToHandOver({ em }: Scope, slug: string, workspaceId: string, most: number): Promise<MovedLink[]> {
  return em.execute(`select ${moved} from links where workspace_id = ? and domain = ? order by created_at, id limit ? for no key update`, [
    workspaceId,
    slug,
    most,
  ])
}

/**
 * Takes links to another workspace. They begin anew: nothing that was counted, and nothing that belongs to the old workspace goes with
 * them; an own id goes unless the new workspace has it already.
 */
export async function handOverLinks(
  { em }: Scope,
  links: readonly MovedLink[],
  { to, userId }: { to: string; userId: string },
): Promise<void> {
  const ids = links.map(({ id }) => id)
  if (ids.length === 0) return
  await em.execute(`update links l set workspace_id = ?, user_id = ?, ${begunAnew} where id = any (array[?]::text[])`, [
    to,
    userId,
    to,
    ids,
  ])
  await em.execute('delete from link_tags where link_id = any (array[?]::text[])', [ids])
  await em.execute('delete from dashboards where link_id = any (array[?]::text[])', [ids])
}
