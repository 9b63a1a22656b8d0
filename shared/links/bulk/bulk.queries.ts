/** SQL for several links at once. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import { columnName } from '../../kernel/db/row-mapper.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'
import type { TagOfLink } from '../link.queries.js'

export interface LinkSummary {
  id: string
  externalId: string | null
  domain: string
  key: string
  lookupKey: string
  folderId: string | null
}

/** Tables that bulk operations write to. */
export const tablesOfLinks = ['links', 'link_tags']

const splitIdentifiers = (identifiers: readonly string[]) => ({
  ids: identifiers.filter((identifier) => !identifier.startsWith('ext_')),
  externalIds: identifiers.filter((identifier) => identifier.startsWith('ext_')).map((identifier) => identifier.slice(4).toLowerCase()),
})

/** Returns and locks links of the workspace by id or by external id prefixed with `ext_`, in the order of their ids. */
export async function lockLinkSummaries({ em, workspace }: WorkspaceScope, identifiers: readonly string[]): Promise<LinkSummary[]> {
  const { ids, externalIds } = splitIdentifiers(identifiers)
  return em.execute(
    `select id, external_id as "externalId", domain, key, lookup_key as "lookupKey", folder_id as "folderId" from links
     where workspace_id = ? and (id = any (?::text[]) or lower(external_id) = any (?::text[])) order by id for update`,
    [workspace.id, arrayLiteral(ids), arrayLiteral(externalIds)],
  )
}

/** Like `lockLinkSummaries`, but returns complete links. */
export async function lockLinks({ em, workspace }: WorkspaceScope, identifiers: readonly string[]): Promise<Link[]> {
  const { ids, externalIds } = splitIdentifiers(identifiers)
  const rows: object[] = await em.execute(
    'select * from links where workspace_id = ? and (id = any (?::text[]) or lower(external_id) = any (?::text[])) order by id for no key update',
    [workspace.id, arrayLiteral(ids), arrayLiteral(externalIds)],
  )
  return rows.map(readLink)
}

/** Updates the given columns of the links, and `updatedAt`. */
export async function updateColumns(
  { em }: Pick<WorkspaceScope, 'em'>,
  links: readonly Link[],
  changed: readonly (keyof Link)[],
): Promise<void> {
  if (links.length === 0) return
  const columns = [...changed, 'updatedAt' as const].map(columnName)
  const rows = links.map((link) =>
    Object.fromEntries([['id', link.id], ...[...changed, 'updatedAt' as const].map((property) => [columnName(property), link[property]])]),
  )
  await executeBound(
    em,
    `update links l set ${columns.map((column) => `${column} = new.${column}`).join()}
     from jsonb_populate_recordset(null::links, ?::jsonb) as new where l.id = new.id`,
    [JSON.stringify(rows)],
  )
}

export async function deleteTagsOfLinks({ em }: WorkspaceScope, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await em.execute('delete from link_tags where link_id = any (?::text[])', [arrayLiteral(linkIds)])
}

/** Deletes links and reduces the total of the workspace. The usage of the period is not reduced. */
export async function deleteLinkRows({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute('delete from links where workspace_id = ? and id = any (?::text[])', [workspace.id, arrayLiteral(ids)])
  await em.execute('update workspaces set total_links = total_links - ? where id = ?', [ids.length, workspace.id])
}

/**
 * Inserts new links except those whose key or external id is taken, and returns the ids of the inserted links. Of two links with the same
 * key, the one with the smaller id is inserted. Inserts in a fixed order, so that concurrent requests cannot deadlock.
 */
export async function insertLinks({ em }: WorkspaceScope, links: readonly Link[]): Promise<Set<string>> {
  const rows = await executeBound<{ id: string }>(
    em,
    `insert into links select new.* from jsonb_populate_recordset(null::links, ?::jsonb) as new
     order by new.domain, new.lookup_key, new.id on conflict do nothing returning id`,
    [JSON.stringify(links.map(nonNullColumns))],
  )
  return new Set(rows.map(({ id }) => id))
}

// Omits null columns, which are the default.
function nonNullColumns(link: Link): object {
  const row: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(link)) if (value !== null) row[columnName(property)] = value
  return row
}

/** Returns the external ids that links of the workspace already have, in lower case. */
export async function takenExternalIds({ em, workspace }: WorkspaceScope, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const rows: { id: string }[] = await em.execute(
    'select lower(external_id) as id from links where workspace_id = ? and lower(external_id) = any (?::text[])',
    [workspace.id, arrayLiteral(externalIds.map((id) => id.toLowerCase()))],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Assigns tags to links without tags, keeping their order. */
export async function insertTagsOfLinks(
  { em }: WorkspaceScope,
  links: readonly { link: Pick<Link, 'id'>; tags: readonly TagOfLink[] }[],
): Promise<void> {
  const rows = links.flatMap(({ link, tags }) => tags.map(({ id }, index) => ({ link_id: link.id, tag_id: id, position: index + 1 })))
  if (rows.length === 0) return
  await executeBound(
    em,
    `insert into link_tags (link_id, tag_id, position)
     select link_id, tag_id, position from jsonb_to_recordset(?::jsonb) as input (link_id text, tag_id text, position integer)`,
    [JSON.stringify(rows)],
  )
}
