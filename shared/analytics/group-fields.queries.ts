/** Fields of groups that are identified by an id. Ids that no longer exist in the workspaces are left out. */
import type { InWorkspace } from '../accounts/index.js'
import { type Cached, ClockCache } from '../kernel/clock-cache.js'
import { isoInstant } from '../kernel/db/iso-instant.js'
import type { Scope } from '../kernel/scope.js'
import { shortLinkOf } from '../links/index.js'
import { jsonPrefix } from './json-rows.js'

/** Where events are counted: mostly one workspace. */
export interface InWorkspaces extends Pick<Scope, 'pool' | 'config'> {
  workspaceIds: readonly string[]
}

/** For each id, the JSON of its fields without the closing brace, or undefined. */
export type JsonPrefixes = readonly (Buffer | undefined)[]

/** The fields of a link, as of a version of its row (`xmin`). */
interface CachedLink extends Cached {
  workspaceId: string
  version: string
  prefix: Buffer
  /** The number of the last load that found this version to be current. */
  validatedBy: number
}

/** About 10 MB. */
const maxCachedLinks = 20_000
const linkCache = new ClockCache<CachedLink>(maxCachedLinks)

/** The links of the last load of the same workspaces, most of which the next load needs again. */
const lastRequestedIds = new Map<string, readonly string[]>()

/** At most half a megabyte each. */
const maxWorkspaces = 50

let loadCount = 0

/**
 * Loads links through a cache: only links whose row changed are read in full. Links that the result will probably contain are revalidated
 * while the events are being counted, so call this before counting.
 */
export function loadLinks(scope: InWorkspaces): (ids: readonly string[]) => Promise<JsonPrefixes> {
  const workspaces = scope.workspaceIds.join()
  const isIncluded = new Set(scope.workspaceIds)
  const loadNumber = ++loadCount
  const revalidation = revalidate(scope, lastRequestedIds.get(workspaces) ?? [], loadNumber)
  // If counting fails, the revalidation is never awaited.
  revalidation.catch(() => undefined)
  return async (ids) => {
    if (lastRequestedIds.size >= maxWorkspaces) lastRequestedIds.clear()
    lastRequestedIds.set(workspaces, ids)
    await revalidation
    const cached = ids.map((id) => {
      const link = linkCache.get(id)
      return link && link.validatedBy >= loadNumber && isIncluded.has(link.workspaceId) ? link.prefix : undefined
    })
    const missing = ids.filter((_, index) => !cached[index])
    if (missing.length === 0) return cached
    const read = await readLinks(scope, missing, loadNumber)
    return ids.map((id, index) => cached[index] ?? read.get(id))
  }
}

/** Marks the cached links whose row has not changed. */
async function revalidate({ pool, workspaceIds }: InWorkspaces, ids: readonly string[], loadNumber: number): Promise<void> {
  if (ids.length === 0) return
  // Two aggregated texts are much faster to receive than one row for each link.
  const {
    rows: [row],
  } = await pool.query<{ ids: string | null; versions: string | null }>(
    `select string_agg(id, ',') as ids, string_agg(xmin::text, ',') as versions from links
     where id = any(string_to_array($1, ',')) and workspace_id = any($2::text[])`,
    [ids.join(), workspaceIds],
  )
  const versions = row?.versions?.split(',') ?? []
  for (const [index, id] of (row?.ids?.split(',') ?? []).entries()) {
    const link = linkCache.get(id)
    if (link && link.version === versions[index]) link.validatedBy = Math.max(link.validatedBy, loadNumber)
  }
}

async function readLinks(
  { pool, config, workspaceIds }: InWorkspaces,
  ids: readonly string[],
  loadNumber: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await pool.query<string[]>({
    // Timestamps as text and rows as arrays: for thousands of links, parsing dates and building objects takes as long as everything else.
    text: `select xmin::text, id, workspace_id, domain, key, url, title, comments, folder_id, partner_id,
        ${isoInstant('created_at')}
      from links where id = any($1) and workspace_id = any($2::text[])`,
    values: [ids, workspaceIds],
    rowMode: 'array',
  })
  const read = new Map<string, Buffer>()
  for (const [version, id, workspaceId, domain, key, url, title, comments, folderId, partnerId, createdAt] of rows) {
    const shortLink = shortLinkOf(config, domain as string, key as string)
    const prefix = jsonPrefix({ link: id, id, domain, key, shortLink, url, title, comments, folderId, partnerId, createdAt })
    const link = { workspaceId: workspaceId as string, version: version as string, prefix, validatedBy: loadNumber, isUsed: false }
    linkCache.set(id as string, link)
    read.set(id as string, prefix)
  }
  return read
}

export const loadFolders =
  ({ pool, workspaceIds }: InWorkspaces) =>
  async (ids: readonly string[]): Promise<JsonPrefixes> => {
    const { rows } = await pool.query(
      `select id, name, access_level as "accessLevel" from folders where id = any($1) and workspace_id = any($2::text[])`,
      [ids, workspaceIds],
    )
    return inOrder(
      ids,
      rows.map((folder) => [folder.id, jsonPrefix({ folderId: folder.id, folder, url: folder.id })]),
    )
  }

export const loadTags =
  ({ pool, workspaceIds }: InWorkspaces) =>
  async (ids: readonly string[]): Promise<JsonPrefixes> => {
    const { rows } = await pool.query('select id, name, color from tags where id = any($1) and workspace_id = any($2::text[])', [
      ids,
      workspaceIds,
    ])
    return inOrder(
      ids,
      rows.map((tag) => [tag.id, jsonPrefix({ tagId: tag.id, tag, url: tag.id })]),
    )
  }

export const loadPartners =
  ({ pool, workspaceIds }: InWorkspaces) =>
  async (ids: readonly string[]): Promise<JsonPrefixes> => {
    const { rows } = await pool.query(
      `select id, name, email, image, payouts_enabled_at as "payoutsEnabledAt", country from partners where id = any($1)
         and exists (
           select from enrolments join programs on programs.id = enrolments.program_id
           where enrolments.partner_id = partners.id and programs.workspace_id = any($2::text[])
         )`,
      [ids, workspaceIds],
    )
    return inOrder(
      ids,
      rows.map((partner) => [partner.id, jsonPrefix({ partnerId: partner.id, partner, url: partner.id })]),
    )
  }

export const loadGroups =
  ({ pool, workspaceIds }: InWorkspaces) =>
  async (ids: readonly string[]): Promise<JsonPrefixes> => {
    const { rows } = await pool.query(
      `select partner_groups.id, partner_groups.name, partner_groups.slug, partner_groups.color from partner_groups
       join programs on programs.id = partner_groups.program_id where partner_groups.id = any($1) and programs.workspace_id = any($2::text[])`,
      [ids, workspaceIds],
    )
    return inOrder(
      ids,
      rows.map((group) => [group.id, jsonPrefix({ groupId: group.id, group, url: group.id })]),
    )
  }

export const loadPartnerTags =
  ({ pool, workspaceIds }: InWorkspaces) =>
  async (ids: readonly string[]): Promise<JsonPrefixes> => {
    const { rows } = await pool.query(
      `select partner_tags.id, partner_tags.name from partner_tags
       join programs on programs.id = partner_tags.program_id where partner_tags.id = any($1) and programs.workspace_id = any($2::text[])`,
      [ids, workspaceIds],
    )
    return inOrder(
      ids,
      rows.map((partnerTag) => [partnerTag.id, jsonPrefix({ partnerTagId: partnerTag.id, partnerTag, url: partnerTag.id })]),
    )
  }

function inOrder(ids: readonly string[], prefixes: readonly (readonly [id: string, prefix: Buffer])[]): JsonPrefixes {
  const byId = new Map(prefixes)
  return ids.map((id) => byId.get(id))
}

/** Ids of the folders that contain any of the links. */
export async function folderIdsOfLinks({ pool, workspace }: InWorkspace, linkIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query(
    'select distinct folder_id as id from links where id = any($1) and workspace_id = $2 and folder_id is not null',
    [linkIds, workspace.id],
  )
  return rows.map(({ id }) => id)
}
