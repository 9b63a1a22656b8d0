/** What groups read like that are named by an id. Ids that are no longer anything of the workspace are left out. */
import type { InWorkspace } from '../accounts/index.js'
import { shortLinkOf } from '../links/index.js'

type Loaded = Map<string, Record<string, unknown>>

export async function linksOf({ pool, config, workspace }: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { rows } = await pool.query<string[]>({
    // The instant as a text: for thousands of links, the detour over dates takes as long as all the rest. Rows as arrays for the same reason.
    text: `select id, domain, key, url, title, comments, folder_id, partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from links where id = any($1) and workspace_id = $2`,
    values: [ids, workspace.id],
    rowMode: 'array',
  })
  return new Map(rows.map(([id, domain, key, url, title, comments, folderId, partnerId, createdAt]) => {
    const shortLink = shortLinkOf(config, domain as string, key as string)
    return [id as string, { link: id, id, domain, key, shortLink, url, title, comments, folderId, partnerId, createdAt }]
  }))
}

export async function foldersOf({ pool, workspace }: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { rows } = await pool.query(`select id, name, access_level as "accessLevel" from folders where id = any($1) and workspace_id = $2`, [ids, workspace.id])
  return new Map(rows.map((folder) => [folder.id, { folderId: folder.id, folder, url: folder.id }]))
}

export async function tagsOf({ pool, workspace }: InWorkspace, ids: readonly string[]): Promise<Loaded> {
  const { rows } = await pool.query('select id, name, color from tags where id = any($1) and workspace_id = $2', [ids, workspace.id])
  return new Map(rows.map((tag) => [tag.id, { tagId: tag.id, tag, url: tag.id }]))
}

/** Folders that hold any of the links. */
export async function folderIdsOfLinks({ pool, workspace }: InWorkspace, linkIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query('select distinct folder_id as id from links where id = any($1) and workspace_id = $2 and folder_id is not null', [linkIds, workspace.id])
  return rows.map(({ id }) => id)
}
