/** SQL over several links at once. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { executeBound } from '../../kernel/execute-bound.js'
import { columnOf } from '../../kernel/plain-rows.js'
import { readLink } from '../link-row.js'
import type { Link } from '../link.entity.js'
import type { TagOfLink } from '../link.queries.js'

export interface NamedLink {
  id: string
  externalId: string | null
  domain: string
  key: string
  lookupKey: string
  folderId: string | null
}

const namesApart = (names: readonly string[]) => ({
  ids: names.filter((name) => !name.startsWith('ext_')),
  external: names.filter((name) => name.startsWith('ext_')).map((name) => name.slice(4).toLowerCase()),
})

/** Links of the workspace with these ids, or external ids behind `ext_`; locked in the order of their ids. */
export async function linksNamed({ em, workspace }: WorkspaceScope, names: readonly string[]): Promise<NamedLink[]> {
  const { ids, external } = namesApart(names)
  return em.execute(
    `select id, external_id as "externalId", domain, key, lookup_key as "lookupKey", folder_id as "folderId" from links
     where workspace_id = ? and (id = any (?::text[]) or lower(external_id) = any (?::text[])) order by id for update`,
    [workspace.id, arrayText(ids), arrayText(external)],
  )
}

/** Whole links of the workspace, named as above. They stay as they are until this transaction has ended. */
export async function linksToChange({ em, workspace }: WorkspaceScope, names: readonly string[]): Promise<Link[]> {
  const { ids, external } = namesApart(names)
  const rows: object[] = await em.execute(
    'select * from links where workspace_id = ? and (id = any (?::text[]) or lower(external_id) = any (?::text[])) order by id for no key update',
    [workspace.id, arrayText(ids), arrayText(external)],
  )
  return rows.map(readLink)
}

/** Stores some columns of changed links, and the time of the change. */
export async function updateColumns(
  { em }: Pick<WorkspaceScope, 'em'>,
  links: readonly Link[],
  changed: readonly (keyof Link)[],
): Promise<void> {
  if (links.length === 0) return
  const columns = [...changed, 'updatedAt' as const].map(columnOf)
  const rows = links.map((link) =>
    Object.fromEntries([['id', link.id], ...[...changed, 'updatedAt' as const].map((property) => [columnOf(property), link[property]])]),
  )
  await executeBound(
    em,
    `update links l set ${columns.map((column) => `${column} = new.${column}`).join()} from jsonb_populate_recordset(null::links, ?::jsonb) as new where l.id = new.id`,
    [JSON.stringify(rows)],
  )
}

export async function takeTagsOff({ em }: WorkspaceScope, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length > 0) await em.execute('delete from link_tags where link_id = any (?::text[])', [arrayText(linkIds)])
}

/** Removes links and counts them off. Links used in the period stay used. */
export async function deleteLinkRows({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await em.execute('delete from links where workspace_id = ? and id = any (?::text[])', [workspace.id, arrayText(ids)])
  await em.execute('update workspaces set total_links = greatest(total_links - ?, 0) where id = ?', [ids.length, workspace.id])
}

/**
 * Stores new links, except those whose key or external id is taken; answers the ids of those that were stored. Of two that want the same
 * the one with the lesser id gets it. In one order for everybody, so that two requests cannot wait for each other.
 */
export async function insertLinks({ em }: WorkspaceScope, links: readonly Link[]): Promise<Set<string>> {
  const rows = await executeBound<{ id: string }>(
    em,
    `insert into links select new.* from jsonb_populate_recordset(null::links, ?::jsonb) as new order by new.domain, new.lookup_key, new.id on conflict do nothing returning id`,
    [JSON.stringify(links.map(rowOf))],
  )
  return new Set(rows.map(({ id }) => id))
}

// What is null need not be said.
function rowOf(link: Link): object {
  const row: Record<string, unknown> = {}
  for (const [property, value] of Object.entries(link)) if (value !== null) row[columnOf(property)] = value
  return row
}

/** Those of the external ids that links of the workspace have, in lower case. */
export async function takenExternalIds({ em, workspace }: WorkspaceScope, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set()
  const rows: { id: string }[] = await em.execute(
    'select lower(external_id) as id from links where workspace_id = ? and lower(external_id) = any (?::text[])',
    [workspace.id, arrayText(externalIds.map((id) => id.toLowerCase()))],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Gives new links their tags, in the order in which they were named. */
export async function insertTagsOfLinks(
  { em }: WorkspaceScope,
  links: readonly { link: Pick<Link, 'id'>; tags: readonly TagOfLink[] }[],
): Promise<void> {
  const rows = links.flatMap(({ link, tags }) => tags.map(({ id }, at) => ({ link_id: link.id, tag_id: id, position: at + 1 })))
  if (rows.length === 0) return
  await em.execute(
    'insert into link_tags (link_id, tag_id, position) select link_id, tag_id, position from jsonb_to_recordset(?::jsonb) as given (link_id text, tag_id text, position integer)',
    [JSON.stringify(rows)],
  )
}

/** An array as PostgreSQL writes one; the ORM would spread a list over placeholders, which an empty one has none of. */
const arrayText = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
