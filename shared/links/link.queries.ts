/** All SQL about single links and what hangs on them. Lists and counts: `link-list.queries.ts`. */
import type { Workspace } from '../accounts/index.js'
import { askPrepared } from '../kernel/ask-prepared.js'
import { executeBound } from '../kernel/execute-bound.js'
import { columnOf } from '../kernel/plain-rows.js'
import type { Scope } from '../kernel/scope.js'
import { linkColumnsOf, readLink } from './link-row.js'
import { type Link, linkOfRow } from './link.entity.js'
import type { LinkAnswer } from './link.schema.js'
import type { TagColor } from './tag.entity.js'

export interface TagOfLink {
  id: string
  name: string
  color: TagColor
}

/** A link with its tags in the order in which they were given. */
export interface TaggedLink {
  link: Link
  tags: TagOfLink[]
}

export interface Creator {
  id: string
  name: string | null
  image: string | null
}

/** How a caller names a link of its workspace. */
export type LinkName = { id: string } | { externalId: string } | { domain: string; lookupKey: string }

interface InWorkspace extends Scope {
  workspace: Workspace
}

/** The link, or null where the workspace has none of that name. With `locked` nobody else changes it before this transaction ends. */
export async function findLink(scope: InWorkspace, name: LinkName, { locked = false } = {}): Promise<Link | null> {
  const [condition, params] = conditionOf(name)
  const rows = await scope.em.execute(`select * from links where workspace_id = ? and ${condition}${locked ? ' for no key update' : ''}`, [
    scope.workspace.id,
    ...params,
  ])
  return rows[0] ? linkOfRow(scope.em, rows[0]) : null
}

export async function linksWithIds(
  { em, workspace }: Pick<Scope, 'em'> & { workspace: Pick<Workspace, 'id'> },
  ids: readonly string[],
): Promise<Link[]> {
  if (ids.length === 0) return []
  const rows: object[] = await em.execute('select * from links where id = any (array[?]::text[]) and workspace_id = ?', [ids, workspace.id])
  return rows.map(readLink)
}

function conditionOf(name: LinkName): [string, string[]] {
  if ('id' in name) return ['id = ?', [name.id]]
  if ('externalId' in name) return ['lower(external_id) = lower(?)', [name.externalId]]
  return ['domain = ? and lookup_key = ?', [name.domain, name.lookupKey]]
}

/** The oldest link of the workspace that leads to exactly this address, locked. */
export async function oldestLinkTo(scope: InWorkspace, url: string): Promise<Link | null> {
  const rows = await scope.em.execute(
    'select * from links where workspace_id = ? and md5(url) = md5(?) and url = ? order by id limit 1 for no key update',
    [scope.workspace.id, url, url],
  )
  return rows[0] ? linkOfRow(scope.em, rows[0]) : null
}

/** Makes everybody wait who upserts the same address in the same workspace, until this transaction ends. */
export async function lockAddress(scope: InWorkspace, url: string): Promise<void> {
  await scope.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`upsert ${scope.workspace.id} ${url}`])
}

/**
 * Stores a new link unless its key or its external id is taken; answers whether it was stored. Waits for a rival that has not committed
 * yet.
 */
export async function insertLink({ em }: Scope, link: Link): Promise<boolean> {
  const row = Object.fromEntries(Object.entries(link).map(([property, value]) => [columnOf(property), value]))
  const stored = await em.execute(
    'insert into links select new.* from jsonb_populate_record(null::links, ?::jsonb) as new on conflict do nothing returning id',
    [JSON.stringify(row)],
  )
  return stored.length === 1
}

/** Whether another link of the workspace has the external id. */
export async function isExternalIdTaken({ em }: Scope, workspaceId: string, externalId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where workspace_id = ? and lower(external_id) = lower(?)', [workspaceId, externalId])
  return rows.length > 0
}

/**
 * Counts new links, unless that is more than the workspace has left in its period; answers whether they were counted. The workspace's row
 * stays locked until the end of the transaction, so this is the last thing a creation does.
 */
export async function countNewLinks({ em, workspace }: InWorkspace, links: number, isLimited: boolean): Promise<boolean> {
  const limit = isLimited ? 'and links_usage + ? <= links_limit' : ''
  const rows = await em.execute(
    `update workspaces set links_usage = links_usage + ?, total_links = total_links + ? where id = ? ${limit} returning id`,
    [links, links, workspace.id, ...(isLimited ? [links] : [])],
  )
  return rows.length > 0
}

/** Whether any link has the key, whoever it belongs to. */
export async function isKeyTaken({ em }: Pick<Scope, 'em'>, domain: string, lookupKey: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where domain = ? and lookup_key = ?', [domain, lookupKey])
  return rows.length > 0
}

/** Gives the workspace those of the links that are nobody's, and answers them. */
export async function claimLinkRows(
  { em, workspace, actor, now }: InWorkspace & { actor: { user: { id: string } } },
  places: readonly { domain: string; lookupKey: string }[],
): Promise<Link[]> {
  const rows: object[] = await executeBound(
    em,
    `update links set workspace_id = ?, user_id = ?, public_stats = false, updated_at = ? where id in (
       select id from links join jsonb_to_recordset(?::jsonb) as named (domain text, "lookupKey" text) on links.domain = named.domain and links.lookup_key = named."lookupKey"
       where workspace_id is null and user_id is null and key <> '_root' order by id for no key update of links
     ) returning *`,
    [workspace.id, actor.user.id, now(), JSON.stringify(places)],
  )
  return rows.map(readLink)
}

/** Removes a link and counts it off. Links used in the period stay used. */
export async function deleteLinkRow({ em, workspace }: InWorkspace, link: Link): Promise<void> {
  await em.execute('delete from links where id = ? and workspace_id = ?', [link.id, workspace.id])
  await em.execute('update workspaces set total_links = greatest(total_links - 1, 0) where id = ?', [workspace.id])
}

/** Counts links that came or went otherwise than one by one; links used in the period stay used. */
export async function addToTotalLinks({ em }: Scope, workspaceId: string, count: number): Promise<void> {
  await em.execute('update workspaces set total_links = greatest(total_links + ?, 0) where id = ?', [count, workspaceId])
}

/** Tags of the workspace among those named, by id or by name without regard to case. */
export async function tagsOfWorkspace({ em, workspace }: InWorkspace, by: 'id' | 'name', values: readonly string[]): Promise<TagOfLink[]> {
  if (values.length === 0) return []
  const column =
    by === 'id' ? 'id = any (array[?]::text[])' : 'lower(name) = any (select lower(name) from unnest(array[?]::text[]) as name)'
  return em.execute(`select id, name, color from tags where workspace_id = ? and ${column}`, [workspace.id, values])
}

/** Afterwards the link has exactly these tags, in this order. */
export async function replaceTags({ em }: Scope, linkId: string, tagIds: readonly string[], isNew = false): Promise<void> {
  if (!isNew) await em.execute('delete from link_tags where link_id = ?', [linkId])
  if (tagIds.length === 0) return
  await em.execute(
    'insert into link_tags (link_id, tag_id, position) select ?, tag_id, position from unnest(array[?]::text[]) with ordinality as given (tag_id, position)',
    [linkId, tagIds],
  )
}

/** A column beside those of rows of `links` that are called `l`. */
export const withTags = `(
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by a.position)
  from link_tags a join tags t on t.id = a.tag_id where a.link_id = l.id and t.workspace_id is not null) as tags`

interface TaggedRow {
  tags: TagOfLink[] | null
}

export const readTagged = (row: TaggedRow): TaggedLink => ({ link: readLink(row), tags: row.tags ?? [] })

const taggedLinksSql = `select ${linkColumnsOf('l')}, ${withTags} from links l where l.id = any($1::text[]) and l.workspace_id = $2`

/** As others see them: in no transaction. Prepared, because every page of events asks it. */
export async function taggedLinksWithIds(
  { pool, workspace }: Pick<InWorkspace, 'pool' | 'workspace'>,
  ids: readonly string[],
): Promise<TaggedLink[]> {
  if (ids.length === 0) return []
  const rows = await askPrepared<TaggedRow>(pool, { name: 'tagged-links', text: taggedLinksSql, values: [ids, workspace.id] })
  return rows.map(readTagged)
}

/** Tags by link, in the order in which they were given. */
export async function tagsOfLinks({ em }: Pick<Scope, 'em'>, linkIds: readonly string[]): Promise<Map<string, TagOfLink[]>> {
  const byLink = new Map<string, TagOfLink[]>()
  if (linkIds.length === 0) return byLink
  const rows: (TagOfLink & { link_id: string })[] = await em.execute(
    'select link_id, id, name, color from link_tags join tags on tags.id = link_tags.tag_id where link_id = any (array[?]::text[]) and tags.workspace_id is not null order by link_id, position',
    [linkIds],
  )
  for (const { link_id, ...tag } of rows) byLink.set(link_id, [...(byLink.get(link_id) ?? []), tag])
  return byLink
}

/** Users by id: those who created the links. */
export async function creatorsOf({ em }: Pick<Scope, 'em'>, links: readonly Pick<LinkAnswer, 'userId'>[]): Promise<Map<string, Creator>> {
  const ids = [...new Set(links.map(({ userId }) => userId).filter((id) => typeof id === 'string'))]
  if (ids.length === 0) return new Map()
  const rows: Creator[] = await em.execute('select id, name, image from users where id = any (array[?]::text[])', [ids])
  return new Map(rows.map((user) => [user.id, user]))
}

/** Deletes links that belong to nobody and were created before; at most so many at once. */
export async function deleteLinksWithoutWorkspace(
  { em }: Scope,
  before: Date,
  most: number,
): Promise<Pick<Link, 'domain' | 'lookupKey'>[]> {
  return em.execute(
    `delete from links where id in (
       select id from links where workspace_id is null and user_id is null and key <> '_root' and created_at < ? order by created_at limit ? for update skip locked
     ) returning domain, lookup_key as "lookupKey"`,
    [before, most],
  )
}
