/** What groups read like that are named by an id. Ids that are no longer anything of the workspace are left out. */
import type { InWorkspace } from '../accounts/index.js'
import { shortLinkOf } from '../links/index.js'
import { openJson } from './json-rows.js'

/** For each of the ids the fields as JSON, open at the end. */
export type Loaded = readonly (Buffer | undefined)[]

/** What a link says, as of a version of its row: each transaction that changes it leaves another. */
interface Said {
  workspaceId: string
  version: string
  open: Buffer
  /** The last look that found it so. */
  look: number
}

const said = new Map<string, Said>()

/** Some ten megabytes. */
const mostSaid = 20_000

/** The links that a workspace asked for last, which it mostly asks for again. */
const askedLast = new Map<string, readonly string[]>()

/** Half a megabyte each at most. */
const mostWorkspaces = 50

let looks = 0

/**
 * Thousands of links say what they said a moment ago: only those are read whole whose row has changed since. Which have not is looked up
 * beside the counting, for those that are likely to be among its groups.
 */
export function linksOf(scope: InWorkspace): (ids: readonly string[]) => Promise<Loaded> {
  const { workspace } = scope
  const look = ++looks
  const begun = lookAgain(scope, askedLast.get(workspace.id) ?? [], look)
  // The counting may fail before anybody waits for this.
  begun.catch(() => undefined)
  return async (ids) => {
    if (askedLast.size >= mostWorkspaces) askedLast.clear()
    askedLast.set(workspace.id, ids)
    await begun
    const seen = ids.map((id) => {
      const known = said.get(id)
      return known && known.look >= look && known.workspaceId === workspace.id ? known.open : undefined
    })
    const unseen = ids.filter((_, place) => !seen[place])
    if (unseen.length === 0) return seen
    const read = await readLinks(scope, unseen, look)
    return ids.map((id, place) => seen[place] ?? read.get(id))
  }
}

/** Marks those that still say what they said. */
async function lookAgain({ pool, workspace }: InWorkspace, ids: readonly string[], look: number): Promise<void> {
  if (ids.length === 0) return
  // Two texts arrive in a fraction of the time of as many rows.
  const {
    rows: [row],
  } = await pool.query<{ ids: string | null; versions: string | null }>(
    `select string_agg(id, ',') as ids, string_agg(xmin::text, ',') as versions from links where id = any(string_to_array($1, ',')) and workspace_id = $2`,
    [ids.join(), workspace.id],
  )
  const versions = row?.versions?.split(',') ?? []
  for (const [place, id] of (row?.ids?.split(',') ?? []).entries()) {
    const known = said.get(id)
    if (known && known.version === versions[place]) known.look = Math.max(known.look, look)
  }
}

async function readLinks(
  { pool, config, workspace }: InWorkspace,
  ids: readonly string[],
  look: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await pool.query<string[]>({
    // The instant as a text: for thousands of links, the detour over dates takes as long as all the rest. Rows as arrays for the same reason.
    text: `select xmin::text, id, domain, key, url, title, comments, folder_id, partner_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from links where id = any($1) and workspace_id = $2`,
    values: [ids, workspace.id],
    rowMode: 'array',
  })
  if (said.size + rows.length > mostSaid) said.clear()
  const read = new Map<string, Buffer>()
  for (const [version, id, domain, key, url, title, comments, folderId, partnerId, createdAt] of rows) {
    const shortLink = shortLinkOf(config, domain as string, key as string)
    const open = openJson({ link: id, id, domain, key, shortLink, url, title, comments, folderId, partnerId, createdAt })
    said.set(id as string, { workspaceId: workspace.id, version: version as string, open, look })
    read.set(id as string, open)
  }
  return read
}

export const foldersOf =
  ({ pool, workspace }: InWorkspace) =>
  async (ids: readonly string[]): Promise<Loaded> => {
    const { rows } = await pool.query(
      `select id, name, access_level as "accessLevel" from folders where id = any($1) and workspace_id = $2`,
      [ids, workspace.id],
    )
    return inOrder(
      ids,
      rows.map((folder) => [folder.id, openJson({ folderId: folder.id, folder, url: folder.id })]),
    )
  }

export const tagsOf =
  ({ pool, workspace }: InWorkspace) =>
  async (ids: readonly string[]): Promise<Loaded> => {
    const { rows } = await pool.query('select id, name, color from tags where id = any($1) and workspace_id = $2', [ids, workspace.id])
    return inOrder(
      ids,
      rows.map((tag) => [tag.id, openJson({ tagId: tag.id, tag, url: tag.id })]),
    )
  }

function inOrder(ids: readonly string[], found: readonly (readonly [id: string, open: Buffer])[]): Loaded {
  const byId = new Map(found)
  return ids.map((id) => byId.get(id))
}

/** Folders that hold any of the links. */
export async function folderIdsOfLinks({ pool, workspace }: InWorkspace, linkIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query(
    'select distinct folder_id as id from links where id = any($1) and workspace_id = $2 and folder_id is not null',
    [linkIds, workspace.id],
  )
  return rows.map(({ id }) => id)
}
