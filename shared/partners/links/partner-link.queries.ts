/** SQL of the links of partners. */
import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import type { UtmValues } from './campaign.js'
import type { PartnerLink } from './plan-default-links.js'

export interface ListedPartnerLink {
  partnerId: string
  id: string
  domain: string
  key: string
  shortLink: string
  url: string
  clicks: number
  leads: number
  conversions: number
  sales: number
  saleAmount: number
  /** The default link of the group of which the link is a copy. */
  defaultLinkId: string | null
}

const listed = `partner_id as "partnerId", id, domain, key, short_link as "shortLink", url, clicks::float8 as clicks, leads::float8 as leads,
  conversions::float8 as conversions, sales::float8 as sales, sale_amount::float8 as "saleAmount",
  (select default_link_id from partner_default_links where link_id = links.id) as "defaultLinkId"`

/** Links of the partners in the program, oldest first, at most `limit` of each partner. */
export async function linksOfPartners(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  partnerIds: readonly string[],
  limit: number | null = null,
): Promise<ListedPartnerLink[]> {
  if (partnerIds.length === 0) return []
  return em.execute(
    `select l.* from unnest(array[?]::text[]) as p(id) cross join lateral (
       select ${listed} from links where program_id = ? and partner_id = p.id order by id limit ?
     ) l`,
    [partnerIds, programId, limit],
  )
}

/** The link, if it is one of the partner in the program. */
export async function linkOfPartner(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  partnerId: string,
  linkId: string,
): Promise<ListedPartnerLink | null> {
  const rows: ListedPartnerLink[] = await em.execute(`select ${listed} from links where id = ? and program_id = ? and partner_id = ?`, [
    linkId,
    programId,
    partnerId,
  ])
  return rows[0] ?? null
}

export async function countLinksOfPartner({ em }: Pick<Scope, 'em'>, programId: string, partnerId: string): Promise<number> {
  const rows: { count: string }[] = await em.execute('select count(*) from links where program_id = ? and partner_id = ?', [
    programId,
    partnerId,
  ])
  return Number(rows[0]?.count)
}

export interface SyncedLink extends PartnerLink {
  partnerId: string
  domain: string
  key: string
}

/** Links of partners with the default link of which they are copies, oldest first. */
export async function linksToSync({ em }: Pick<Scope, 'em'>, programId: string, partnerIds: readonly string[]): Promise<SyncedLink[]> {
  if (partnerIds.length === 0) return []
  return em.execute(
    `select l.id, l.partner_id as "partnerId", l.domain, l.key, l.url, d.default_link_id as "defaultLinkId"
     from links l left join partner_default_links d on d.link_id = l.id
     where l.program_id = ? and l.partner_id = any (array[?]::text[]) order by l.id`,
    [programId, partnerIds],
  )
}

export async function bindDefaultLink({ em }: Pick<Scope, 'em'>, linkId: string, defaultLinkId: string): Promise<void> {
  await em.execute(
    `insert into partner_default_links (link_id, default_link_id) values (?, ?)
     on conflict (link_id) do update set default_link_id = excluded.default_link_id`,
    [linkId, defaultLinkId],
  )
}

/** Binds new links to default links. */
export async function bindDefaultLinks(
  { em }: Pick<Scope, 'em'>,
  bindings: readonly { linkId: string; defaultLinkId: string }[],
): Promise<void> {
  if (bindings.length === 0) return
  await em.execute(`insert into partner_default_links (link_id, default_link_id) select * from unnest(?::text[], ?::text[])`, [
    arrayLiteral(bindings.map(({ linkId }) => linkId)),
    arrayLiteral(bindings.map(({ defaultLinkId }) => defaultLinkId)),
  ])
}

/** The first default link of each group. */
export async function defaultLinksOfGroups(
  { em }: Pick<Scope, 'em'>,
  groupIds: readonly string[],
): Promise<Map<string, { id: string; url: string }>> {
  const rows: { id: string; url: string; groupId: string }[] = await em.execute(
    `select distinct on (group_id) id, url, group_id as "groupId" from group_default_links where group_id = any (?::text[])
     order by group_id, id`,
    [arrayLiteral([...new Set(groupIds)])],
  )
  return new Map(rows.map(({ groupId, ...link }) => [groupId, link]))
}

export async function unbindDefaultLinks({ em }: Pick<Scope, 'em'>, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await em.execute('delete from partner_default_links where link_id = any (array[?]::text[])', [linkIds])
}

/** Deletes default links of deleted groups that have no copies any more. */
export async function deleteUnusedDefaultLinks({ em }: Pick<Scope, 'em'>, programId: string): Promise<void> {
  await em.execute(
    `delete from group_default_links d where program_id = ? and group_id is null
     and not exists (select from partner_default_links p where p.default_link_id = d.id)`,
    [programId],
  )
}

export async function utmTemplateOfGroup({ em }: Pick<Scope, 'em'>, templateId: string | null | undefined): Promise<UtmValues | null> {
  if (!templateId) return null
  const rows: UtmValues[] = await em.execute(
    'select utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref from utm_templates where id = ?',
    [templateId],
  )
  return rows[0] ?? null
}

/** The templates of those groups that have one. */
export async function utmTemplatesOfGroups({ em }: Pick<Scope, 'em'>, groupIds: readonly string[]): Promise<Map<string, UtmValues>> {
  const rows: (UtmValues & { groupId: string })[] = await em.execute(
    `select g.id as "groupId", utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref
     from partner_groups g join utm_templates on utm_templates.id = g.utm_template_id where g.id = any (?::text[])`,
    [arrayLiteral([...new Set(groupIds)])],
  )
  return new Map(rows.map(({ groupId, ...template }) => [groupId, template]))
}

/** The oldest link of the partner with exactly one of these urls. Serialises upserts of the same url of the same partner. */
export async function partnerLinkByUrl({ em, workspace }: InWorkspace, programId: string, partnerId: string, urls: [string, string]) {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`upsert ${programId} ${partnerId} ${urls[0]}`])
  const rows: { id: string }[] = await em.execute(
    'select id from links where workspace_id = ? and program_id = ? and partner_id = ? and url = any (array[?]::text[]) order by id limit 1',
    [workspace.id, programId, partnerId, urls],
  )
  return rows[0] ?? null
}

/** The owner of the workspace who has been a member longest: jobs create and change links for them. */
export async function firstOwner({ em }: Pick<Scope, 'em'>, workspaceId: string): Promise<string | null> {
  const rows: { user_id: string }[] = await em.execute(
    `select m.user_id from members m join users u on u.id = m.user_id
     where m.workspace_id = ? and m.role = 'owner' and not u.is_machine order by m.id limit 1`,
    [workspaceId],
  )
  return rows[0]?.user_id ?? null
}
