/** SQL of renaming, transferring and deleting domains with their links. Functions over links handle one batch; the caller repeats them. */
import { type Role, Workspace, type WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { type Link, linkOfRow } from '../link.entity.js'

export interface LinkRef {
  id: string
  workspaceId: string | null
  domain: string
  lookupKey: string
}

const linkRefColumns = 'id, workspace_id as "workspaceId", domain, lookup_key as "lookupKey"'

export interface DomainState {
  slug: string
  workspaceId: string | null
  movedFrom: string | null
  isDeleted: boolean
}

/** Current state of a domain, including a deleted one. */
export async function findDomainState({ em }: Scope, domainId: string): Promise<DomainState | null> {
  const rows: DomainState[] = await em.execute(
    'select slug, workspace_id as "workspaceId", moved_from as "movedFrom", deleted_at is not null as "isDeleted" from domains where id = ?',
    [domainId],
  )
  return rows[0] ?? null
}

/** Moves one batch of links from the former domain name to the current one. */
export async function changeDomainOfLinks({ em }: Scope, from: string, to: string, origin: string, limit: number): Promise<LinkRef[]> {
  return em.execute(
    `update links set domain = ?, short_link = ? || case key when '_root' then '' else '/' || key end
     where id in (select id from links where domain = ? order by lookup_key limit ? for no key update) returning ${linkRefColumns}`,
    [to, origin, from, limit],
  )
}

/** Marks a rename as finished. */
export async function clearMovedFrom({ em }: Scope, domainId: string): Promise<void> {
  await em.execute('update domains set moved_from = null where id = ?', [domainId])
}

/** One batch of links on these domains, locked until the transaction ends. */
export async function lockLinksOfSlugs({ em }: Scope, slugs: readonly string[], limit: number): Promise<LinkRef[]> {
  return em.execute(`select ${linkRefColumns} from links where domain = any (array[?]::text[]) order by lookup_key limit ? for update`, [
    slugs,
    limit,
  ])
}

export async function deleteLinksById({ em }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await em.execute('delete from links where id = any (array[?]::text[])', [ids])
}

export async function purgeDeletedDomain({ em }: Scope, domainId: string): Promise<void> {
  await em.execute('delete from domains where id = ? and deleted_at is not null', [domainId])
}

/** A workspace of the caller with the caller's role; null if the caller is not a member. */
export async function findWorkspaceAndRole(
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

/** Number of links of the domain, and of those that a former transfer has not moved to its workspace yet. */
export async function countLinksOfDomain({ em }: Scope, domainId: string): Promise<{ all: number; elsewhere: number }> {
  const [row]: { all: number; elsewhere: number }[] = await em.execute(
    `select count(*)::int as "all", (count(*) filter (where l.workspace_id is distinct from d.workspace_id))::int as elsewhere
     from links l join domains d on d.slug = l.domain where d.id = ?`,
    [domainId],
  )
  return row ?? { all: 0, elsewhere: 0 }
}

/** Until the end of the transaction. Opposite moves between two workspaces count in both, and lock them in the same order. */
export async function lockWorkspaces({ em }: Scope, ids: readonly string[]): Promise<void> {
  await em.execute('select 1 from workspaces where id = any (array[?]::text[]) order by id for no key update', [ids])
}

/** Adds links to the usage of a workspace. Returns false, without a change, if that would exceed its limit. */
export async function reserveLinksUsage({ em }: Scope, workspaceId: string, links: number): Promise<boolean> {
  const rows = await em.execute(
    'update workspaces set links_usage = links_usage + ? where id = ? and links_usage + ? <= links_limit returning id',
    [links, workspaceId, links],
  )
  return rows.length > 0
}

/** Moves one link to another workspace and resets it as `transferLinkRows` does. */
export async function transferLinkRow({ em, actor, now }: WorkspaceScope, linkId: string, to: string): Promise<Link> {
  const rows = await em.execute(
    `update links l set workspace_id = ?, user_id = ?, updated_at = ?, ${resetColumns} where id = ? returning l.*`,
    [to, actor.user.id, now(), to, to, linkId],
  )
  await deleteAttachments(em, [linkId])
  em.clear()
  if (!rows[0]) throw new Error(`link ${linkId} disappeared while locked`)
  return linkOfRow(em, rows[0])
}

/** Takes the id of the new workspace as both parameters. Links that the operator disabled with the former workspace are enabled. */
const resetColumns = `
  disabled_at = coalesce(
    case when l.disabled_at is distinct from (select w.disabled_at from workspaces w where w.id = l.workspace_id) then l.disabled_at end,
    (select w.disabled_at from workspaces w where w.id = ?)),
  folder_id = null, program_id = null, partner_id = null, public_stats = false,
  external_id = case
    when exists (select 1 from links o where o.workspace_id = ? and lower(o.external_id) = lower(l.external_id)) then null
    else l.external_id end,
  clicks = 0, leads = 0, conversions = 0, sales = 0, sale_amount = 0, last_clicked = null, last_lead_at = null, last_conversion_at = null,
  stats_reset_at = date_trunc('milliseconds', clock_timestamp())`

/** One batch of links on these domains in this workspace, oldest first, locked until the transaction ends. */
export async function lockLinksToTransfer({ em }: Scope, slugs: readonly string[], workspaceId: string, limit: number): Promise<LinkRef[]> {
  return em.execute(
    `select ${linkRefColumns} from links where workspace_id = ? and domain = any (array[?]::text[])
     order by created_at, id limit ? for no key update`,
    [workspaceId, slugs, limit],
  )
}

/**
 * Moves links to another workspace and resets them: counters, folder, tags, webhooks, dashboards and program are cleared. `externalId` is
 * kept unless the new workspace already uses it.
 */
export async function transferLinkRows(
  { em }: Scope,
  links: readonly LinkRef[],
  { to, userId }: { to: string; userId: string },
): Promise<void> {
  const ids = links.map(({ id }) => id)
  if (ids.length === 0) return
  await em.execute(`update links l set workspace_id = ?, user_id = ?, ${resetColumns} where id = any (array[?]::text[])`, [
    to,
    userId,
    to,
    to,
    ids,
  ])
  await deleteAttachments(em, ids)
}

/** Deletes what belongs to the former workspace of the links. */
async function deleteAttachments(em: Scope['em'], linkIds: readonly string[]): Promise<void> {
  for (const table of ['link_tags', 'link_webhooks', 'dashboards'])
    await em.execute(`delete from ${table} where link_id = any (array[?]::text[])`, [linkIds])
}
