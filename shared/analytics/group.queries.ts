/** What groups read like that are named by an id. Ids that are no longer anything of the workspace are left out. */
import type { InWorkspace } from '../accounts/index.js'
import { shortLinkOf } from '../links/index.js'
import { openJson } from './json-rows.js'

/** The fields as JSON, open at the end, by id. */
type Loaded = Map<string, Buffer>

/** What a link says, as of a version of its row: each transaction that changes it leaves another. */
interface Said {
  version: string
  open: Buffer
}

const said = new Map<string, Said>()

/** Some ten megabytes. */
const mostSaid = 20_000

/** Thousands of links say what they said a moment ago: only those are read whole whose row has changed since. */
export async function linksOf(scope: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { pool, workspace } = scope
  const { rows } = await pool.query<[string, string]>({ text: `select id, xmin::text from links where id = any(string_to_array($1, ',')) and workspace_id = $2`, values: [ids.join(), workspace.id], rowMode: 'array' })
  const found: Loaded = new Map()
  const changed: string[] = []
  for (const [id, version] of rows) {
    const known = said.get(id)
    if (known?.version === version) found.set(id, known.open)
    else changed.push(id)
  }
  return changed.length > 0 ? readLinks(scope, changed, found) : found
}

async function readLinks({ pool, config, workspace }: InWorkspace, ids: readonly string[], found: Loaded): Promise<Loaded> {
  const { rows } = await pool.query<string[]>({
    // The instant as a text: for thousands of links, the detour over dates takes as long as all the rest. Rows as arrays for the same reason.
    text: `select xmin::text, id, domain, key, url, title, comments, folder_id, partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from links where id = any($1) and workspace_id = $2`,
    values: [ids, workspace.id],
    rowMode: 'array',
  })
  if (said.size + rows.length > mostSaid) said.clear()
  for (const [version, id, domain, key, url, title, comments, folderId, partnerId, createdAt] of rows) {
    const shortLink = shortLinkOf(config, domain as string, key as string)
    const open = openJson({ link: id, id, domain, key, shortLink, url, title, comments, folderId, partnerId, createdAt })
    said.set(id as string, { version: version as string, open })
    found.set(id as string, open)
  }
  return found
}

export async function foldersOf({ pool, workspace }: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { rows } = await pool.query(`select id, name, access_level as "accessLevel" from folders where id = any($1) and workspace_id = $2`, [ids, workspace.id])
  return new Map(rows.map((folder) => [folder.id, openJson({ folderId: folder.id, folder, url: folder.id })]))
}

export async function tagsOf({ pool, workspace }: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { rows } = await pool.query('select id, name, color from tags where id = any($1) and workspace_id = $2', [ids, workspace.id])
  return new Map(rows.map((tag) => [tag.id, openJson({ tagId: tag.id, tag, url: tag.id })]))
}

/** Folders that hold any of the links. */
export async function folderIdsOfLinks({ pool, workspace }: InWorkspace, linkIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query('select distinct folder_id as id from links where id = any($1) and workspace_id = $2 and folder_id is not null', [linkIds, workspace.id])
  return rows.map(({ id }) => id)
}
