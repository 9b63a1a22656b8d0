/** SQL about the links of imports. */
import type { WorkspaceScope } from '../accounts/index.js'
import { executeBound } from '../kernel/db/execute-bound.js'
import type { Scope } from '../kernel/scope.js'

export async function insertImportedLinks(
  { em }: Scope,
  importId: string,
  links: readonly { linkId: string; openingClicks: number; sourceCreatedAt: string | null }[],
): Promise<void> {
  await executeBound(
    em,
    `insert into imported_links (link_id, import_id, opening_clicks, source_created_at)
     select "linkId", ?, "openingClicks", "sourceCreatedAt" from jsonb_to_recordset(?::jsonb)
       as input ("linkId" text, "openingClicks" bigint, "sourceCreatedAt" timestamptz)`,
    [importId, JSON.stringify(links)],
  )
}

/** New links of partners who are banned at the source, for example. */
export async function disableLinks(
  { em, workspace }: WorkspaceScope,
  links: readonly { linkId: string; disabledAt: string }[],
): Promise<void> {
  if (links.length === 0) return
  await executeBound(
    em,
    `update links set disabled_at = "disabledAt" from jsonb_to_recordset(?::jsonb) as input ("linkId" text, "disabledAt" timestamptz)
     where id = "linkId" and workspace_id = ?`,
    [JSON.stringify(links), workspace.id],
  )
}

export interface ExistingLink {
  /** Null if the link belongs to another workspace. */
  id: string | null
  /** Whether it has no destination. */
  isEmpty: boolean
}

/** Links, as `domain/lookupKey`, that exist already. Only the links named are read. */
export async function existingLinks(
  { em, workspace }: WorkspaceScope,
  links: readonly { domain: string; lookupKey: string }[],
): Promise<Map<string, ExistingLink>> {
  if (links.length === 0) return new Map()
  const rows: (ExistingLink & { link: string })[] = await executeBound(
    em,
    `select input.domain || '/' || input."lookupKey" as link, case when found.workspace_id = ? then found.id end as id, url = '' as "isEmpty"
     from jsonb_to_recordset(?::jsonb) as input (domain text, "lookupKey" text)
     cross join lateral (select id, workspace_id, url from links
       where links.domain = input.domain and links.lookup_key = input."lookupKey" limit 1) as found`,
    [workspace.id, JSON.stringify(links.map(({ domain, lookupKey }) => ({ domain, lookupKey })))],
  )
  return new Map(rows.map(({ link, ...found }) => [link, found]))
}

export async function importedLinkIds({ em }: Scope, importId: string, after: string, size: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select link_id as id from imported_links where import_id = ? and link_id > ? order by link_id limit ?',
    [importId, after, size],
  )
  return rows.map(({ id }) => id)
}

export interface ImportedLinkRow {
  linkId: string
  shortLink: string
  clicks: number
  openingClicks: number
  sourceCreatedAt: Date | null
}

/** Without those in the hidden folders, and those that were transferred to another workspace. */
export async function listImportedLinkRows(
  { pool, workspace }: Pick<WorkspaceScope, 'pool' | 'workspace'>,
  importId: string,
  { hiddenFolders, skip, size }: { hiddenFolders: readonly string[]; skip: number; size: number },
): Promise<ImportedLinkRow[]> {
  const { rows } = await pool.query<ImportedLinkRow>(
    `select link_id as "linkId", short_link as "shortLink", clicks::float8 as clicks, opening_clicks::float8 as "openingClicks",
       source_created_at as "sourceCreatedAt"
     from imported_links join links on links.id = link_id and links.workspace_id = $4
     where import_id = $1 and (folder_id is null or folder_id <> all ($5::text[])) order by link_id offset $2 limit $3`,
    [importId, skip, size, workspace.id, hiddenFolders],
  )
  return rows
}
