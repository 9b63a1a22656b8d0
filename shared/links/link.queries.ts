/** SQL for single links and their tags. Lists: `link-list.queries.ts`. Counts: `link-count.queries.ts`. */
import type { Workspace } from '../accounts/index.js'
import { executeBound } from '../kernel/db/execute-bound.js'
import { queryPrepared } from '../kernel/db/prepared-query.js'
import { columnName } from '../kernel/db/row-mapper.js'
import type { Scope } from '../kernel/scope.js'
import { linkColumnsOf, readLink } from './link-row.js'
import { type Link, linkOfRow } from './link.entity.js'
import type { LinkResponse } from './link.schema.js'
import type { TagColor } from './tag.entity.js'

export interface TagOfLink {
  id: string
  name: string
  color: TagColor
}

/** A link with its tags in their stored order. */
export interface TaggedLink {
  link: Link
  tags: TagOfLink[]
}

export interface Creator {
  id: string
  name: string | null
  image: string | null
}

/** Ways to identify a link of a workspace. */
export type LinkIdentifier = { id: string } | { externalId: string } | { domain: string; lookupKey: string }

interface InWorkspace extends Scope {
  workspace: Workspace
}

/** Returns the link of the workspace, or null. With `locked` its row is locked until the transaction ends. */
export async function findLink(scope: InWorkspace, identifier: LinkIdentifier, { locked = false } = {}): Promise<Link | null> {
  const [condition, params] = conditionOf(identifier)
  const rows = await scope.em.execute(`select * from links where workspace_id = ? and ${condition}${locked ? ' for no key update' : ''}`, [
    scope.workspace.id,
    ...params,
  ])
  return rows[0] ? linkOfRow(scope.em, rows[0]) : null
}

export async function linksByIds(
  { em, workspace }: Pick<Scope, 'em'> & { workspace: Pick<Workspace, 'id'> },
  ids: readonly string[],
): Promise<Link[]> {
  if (ids.length === 0) return []
  const rows: object[] = await em.execute('select * from links where id = any (array[?]::text[]) and workspace_id = ?', [ids, workspace.id])
  return rows.map(readLink)
}

function conditionOf(identifier: LinkIdentifier): [string, string[]] {
  if ('id' in identifier) return ['id = ?', [identifier.id]]
  if ('externalId' in identifier) return ['lower(external_id) = lower(?)', [identifier.externalId]]
  return ['domain = ? and lookup_key = ?', [identifier.domain, identifier.lookupKey]]
}

/** Returns and locks the oldest link of the workspace with exactly this destination. */
export async function oldestLinkByUrl(scope: InWorkspace, url: string): Promise<Link | null> {
  const rows = await scope.em.execute(
    'select * from links where workspace_id = ? and md5(url) = md5(?) and url = ? order by id limit 1 for no key update',
    [scope.workspace.id, url, url],
  )
  return rows[0] ? linkOfRow(scope.em, rows[0]) : null
}

/** Serialises upserts of the same URL in the same workspace until this transaction ends. */
export async function lockUpsertUrl(scope: InWorkspace, url: string): Promise<void> {
  await scope.em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`upsert ${scope.workspace.id} ${url}`])
}

/**
 * Inserts a new link unless its key or its external id is taken. Returns whether it was inserted. Waits for concurrent inserts of the same
 * key to commit or roll back.
 */
export async function insertLink({ em }: Scope, link: Link): Promise<boolean> {
  const row = Object.fromEntries(Object.entries(link).map(([property, value]) => [columnName(property), value]))
  const stored = await em.execute(
    'insert into links select new.* from jsonb_populate_record(null::links, ?::jsonb) as new on conflict do nothing returning id',
    [JSON.stringify(row)],
  )
  return stored.length === 1
}

/** Whether a link of the workspace has the external id, ignoring case. */
export async function isExternalIdTaken({ em }: Scope, workspaceId: string, externalId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where workspace_id = ? and lower(external_id) = lower(?)', [workspaceId, externalId])
  return rows.length > 0
}

/**
 * Counts new links unless that exceeds the quota of the period. Returns whether they were counted. Locks the workspace row until the end of
 * the transaction, so it must be the last step of a creation.
 */
export async function countNewLinksWithinQuota({ em, workspace }: InWorkspace, links: number): Promise<boolean> {
  const rows = await em.execute(
    `update workspaces set links_usage = links_usage + ?, total_links = total_links + ?
     where id = ? and links_usage + ? <= links_limit returning id`,
    [links, links, workspace.id, links],
  )
  return rows.length > 0
}

/** Whether a link of any workspace has the key. */
export async function isKeyTaken({ em }: Pick<Scope, 'em'>, domain: string, lookupKey: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where domain = ? and lookup_key = ?', [domain, lookupKey])
  return rows.length > 0
}

/**
 * Assigns the anonymous links among the addresses to the workspace and returns them. An external id that the workspace already uses is
 * dropped; of several links with the same one, the oldest keeps it.
 */
export async function claimLinkRows(
  { em, workspace, actor, now }: InWorkspace & { actor: { user: { id: string } } },
  addresses: readonly { domain: string; lookupKey: string }[],
): Promise<Link[]> {
  const rows: object[] = await executeBound(
    em,
    `with locked as materialized (
       select id, external_id from links
       join (select distinct domain, "lookupKey" from jsonb_to_recordset(?::jsonb) as input (domain text, "lookupKey" text)) as input
       on links.domain = input.domain and links.lookup_key = input."lookupKey"
       where workspace_id is null and user_id is null and key <> '_root' order by id for no key update of links
     ), numbered as (select id, row_number() over (partition by lower(external_id) order by id) as position from locked)
     update links l set workspace_id = ?, user_id = ?, public_stats = false, updated_at = ?, external_id = case
       when position > 1 or exists (select 1 from links o where o.workspace_id = ? and lower(o.external_id) = lower(l.external_id)) then null
       else l.external_id end
     from numbered where l.id = numbered.id returning l.*`,
    [JSON.stringify(addresses), workspace.id, actor.user.id, now(), workspace.id],
  )
  return rows.map(readLink)
}

/** Deletes a link and decrements the total of the workspace. The usage of the period is not reduced. */
export async function deleteLinkRow({ em, workspace }: InWorkspace, link: Link): Promise<void> {
  await em.execute('delete from links where id = ? and workspace_id = ?', [link.id, workspace.id])
  await em.execute('update workspaces set total_links = total_links - 1 where id = ?', [workspace.id])
}

/** Adds to the total number of links of a workspace; `count` may be negative. The usage of the period does not change. */
export async function addToTotalLinks({ em }: Scope, workspaceId: string, count: number): Promise<void> {
  await em.execute('update workspaces set total_links = total_links + ? where id = ?', [count, workspaceId])
}

/** Returns the tags of the workspace with these ids or names, ignoring the case of names. */
export async function tagsOfWorkspace({ em, workspace }: InWorkspace, by: 'id' | 'name', values: readonly string[]): Promise<TagOfLink[]> {
  if (values.length === 0) return []
  const column =
    by === 'id' ? 'id = any (array[?]::text[])' : 'lower(name) = any (select lower(name) from unnest(array[?]::text[]) as name)'
  return em.execute(`select id, name, color from tags where workspace_id = ? and ${column}`, [workspace.id, values])
}

/** Replaces the tags of the link, keeping the given order. */
export async function replaceTags({ em }: Scope, linkId: string, tagIds: readonly string[], isNew = false): Promise<void> {
  if (!isNew) await em.execute('delete from link_tags where link_id = ?', [linkId])
  if (tagIds.length === 0) return
  await em.execute(
    'insert into link_tags (link_id, tag_id, position) select ?, tag_id, position from unnest(array[?]::text[]) with ordinality as input (tag_id, position)',
    [linkId, tagIds],
  )
}

/** Select column with the tags of a row of `links` with the alias `l`. */
export const withTags = `(
  select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by a.position)
  from link_tags a join tags t on t.id = a.tag_id where a.link_id = l.id and t.workspace_id is not null) as tags`

interface TaggedRow {
  tags: TagOfLink[] | null
}

export const readTaggedLink = (row: TaggedRow): TaggedLink => ({ link: readLink(row), tags: row.tags ?? [] })

const taggedLinksSql = `select ${linkColumnsOf('l')}, ${withTags} from links l where l.id = any($1::text[]) and l.workspace_id = $2`

/** Reads committed links outside the transaction, with a prepared statement because every page of events uses it. */
export async function taggedLinksByIds(
  { pool, workspace }: Pick<InWorkspace, 'pool' | 'workspace'>,
  ids: readonly string[],
): Promise<TaggedLink[]> {
  if (ids.length === 0) return []
  const rows = await queryPrepared<TaggedRow>(pool, { name: 'tagged-links', text: taggedLinksSql, values: [ids, workspace.id] })
  return rows.map(readTaggedLink)
}

/** Tags by link id, in their stored order. */
export async function tagsOfLinks({ em }: Pick<Scope, 'em'>, linkIds: readonly string[]): Promise<Map<string, TagOfLink[]>> {
  const byLink = new Map<string, TagOfLink[]>()
  if (linkIds.length === 0) return byLink
  const rows: (TagOfLink & { link_id: string })[] = await em.execute(
    `select link_id, id, name, color from link_tags join tags on tags.id = link_tags.tag_id
     where link_id = any (array[?]::text[]) and tags.workspace_id is not null order by link_id, position`,
    [linkIds],
  )
  for (const { link_id, ...tag } of rows) byLink.set(link_id, [...(byLink.get(link_id) ?? []), tag])
  return byLink
}

/** Creators of the links, by user id. */
export async function creatorsOf({ em }: Pick<Scope, 'em'>, links: readonly Pick<LinkResponse, 'userId'>[]): Promise<Map<string, Creator>> {
  const ids = [...new Set(links.map(({ userId }) => userId).filter((id) => typeof id === 'string'))]
  if (ids.length === 0) return new Map()
  const rows: Creator[] = await em.execute('select id, name, image from users where id = any (array[?]::text[])', [ids])
  return new Map(rows.map((user) => [user.id, user]))
}

/** Deletes up to `limit` anonymous links created before the given time. */
export async function deleteLinksWithoutWorkspace(
  { em }: Scope,
  before: Date,
  limit: number,
): Promise<Pick<Link, 'domain' | 'lookupKey'>[]> {
  return em.execute(
    `delete from links where id in (
       select id from links where workspace_id is null and user_id is null and key <> '_root' and created_at < ?
       order by created_at limit ? for update skip locked
     ) returning domain, lookup_key as "lookupKey"`,
    [before, limit],
  )
}
