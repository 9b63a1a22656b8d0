/** Creates several links with few statements. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { consumeLinkQuota, newLinkRow } from '../create-link.js'
import { syncLinkDashboards } from '../dashboards/sync-link-dashboards.js'
import { externalIdTaken, folderUnknown, keyTaken, noFreeKey } from '../errors.js'
import { invalidateLinks } from '../invalidate-links.js'
import { maxRandomKeyAttempts, randomKeyLength } from '../limits.js'
import type { CreateLink } from '../link-input.schema.js'
import { batchLookup, type LinkLookup } from '../link-lookup.js'
import { requireTags } from '../link-references.js'
import { addWebhooks } from '../link-webhook.queries.js'
import type { Link } from '../link.entity.js'
import type { TagOfLink } from '../link.queries.js'
import { type LinkColumns, processLink, type ProcessedLink } from '../process-link.js'
import { publishLinkEvents } from '../publish-link-events.js'
import { insertLinks, insertTagsOfLinks, takenExternalIds } from './bulk.queries.js'
import { isResult, resultOrError } from './errors-as-values.js'

export interface CreatedLink {
  link: Link
  tags: TagOfLink[]
  webhookIds: readonly string[]
}

/** A link of another system keeps its time of creation. */
export type NewLink = CreateLink & { createdAt?: Date | undefined }

interface PendingLink extends ProcessedLink {
  index: number
  id: string
  input: NewLink
}

/**
 * Returns for each input, in order, the created link or the error; inputs that are already errors stay so. Of two inputs with the same key
 * the first gets it. Counts the created links, and fails as a whole if the link quota does not suffice.
 */
export async function createLinks(
  scope: WorkspaceScope,
  inputs: readonly (NewLink | ServiceError)[],
): Promise<(CreatedLink | ServiceError)[]> {
  const outcomes = new Map<number, CreatedLink | ServiceError>()
  const pending = await processAll(scope, inputs, outcomes)
  await insertAll(scope, pending, outcomes)
  const results = inputs.map((_, index) => outcomes.get(index) as CreatedLink | ServiceError)
  const created = results.filter(isResult)
  await insertTagsOfLinks(scope, created)
  await addWebhooks(scope, created)
  await syncLinkDashboards(
    scope,
    created.map(({ link }) => ({ before: link, publicStats: link.publicStats || undefined })),
  )
  await publishLinkEvents(
    scope,
    'link.created',
    created.map(({ link }) => link),
  )
  if (created.length > 0) consumeLinkQuota(scope, created.length)
  // The absence of a random key cannot be cached, because no earlier request could name it.
  invalidateLinks(scope, ...pending.filter(({ regenerateKey }) => !regenerateKey).map(({ columns }) => columns))
  return results
}

async function processAll(
  scope: WorkspaceScope,
  inputs: readonly (NewLink | ServiceError)[],
  outcomes: Map<number, CreatedLink | ServiceError>,
): Promise<PendingLink[]> {
  const lookup = refusingUnknownFolders(await batchLookup(scope, inputs.filter(isResult)))
  const ids = newLinkIds(scope, inputs)
  const pending: PendingLink[] = []
  for (const [index, input] of inputs.entries()) {
    const processed = input instanceof ServiceError ? input : await resultOrError(() => processOne(scope, input, lookup))
    if (processed instanceof ServiceError) outcomes.set(index, processed)
    else pending.push({ ...processed, index, id: ids[index] as string })
  }
  return pending
}

/** Lists are in the order of ids: that of their creation, else that of the request. */
function newLinkIds(scope: WorkspaceScope, inputs: readonly (NewLink | ServiceError)[]): string[] {
  const ids = inputs.map(() => newId('link_', scope.now().getTime())).sort()
  return inputs.map((input, index) => {
    const createdAt = input instanceof ServiceError ? undefined : input.createdAt
    return createdAt ? newId('link_', createdAt.getTime()) : (ids[index] as string)
  })
}

/** In bulk requests an unknown folder makes the element invalid; it is not a missing resource of the request. */
const refusingUnknownFolders = (lookup: LinkLookup): LinkLookup => ({
  ...lookup,
  async folder(id) {
    const folder = await lookup.folder(id)
    if (!folder) throw folderUnknown(id)
    return folder
  },
})

async function processOne(scope: WorkspaceScope, input: NewLink, lookup: LinkLookup): Promise<ProcessedLink & { input: NewLink }> {
  return { ...(await processLink(scope, await withAllTags(lookup, input), null, lookup)), input }
}

/** In bulk requests both `tagIds` and `tagNames` are assigned. */
async function withAllTags(lookup: LinkLookup, input: NewLink): Promise<NewLink> {
  if (!input.tagIds || !input.tagNames) return input
  const tagsByName = (await requireTags(lookup, { tagNames: input.tagNames })) ?? []
  return { ...input, tagIds: [...new Set([...input.tagIds, ...tagsByName.map(({ id }) => id)])] }
}

/** Inserts without checking keys first. Links whose random key is taken are retried with another key. */
async function insertAll(
  scope: WorkspaceScope,
  pending: readonly PendingLink[],
  outcomes: Map<number, CreatedLink | ServiceError>,
): Promise<void> {
  let remaining = pending
  for (let attempt = 1; remaining.length > 0 && attempt <= maxRandomKeyAttempts; attempt++) {
    const tried = firstOfEachExternalId(remaining)
    const links = [...tried].map(({ index, id, input: { createdAt }, columns, tags, webhookIds }) => ({
      index,
      tags: tags ?? [],
      webhookIds: webhookIds ?? [],
      link: newLinkRow(scope, columns, id, createdAt),
    }))
    const stored = await insertLinks(
      scope,
      links.map(({ link }) => link),
    )
    for (const { index, ...created } of links) if (stored.has(created.link.id)) outcomes.set(index, created)
    const notStored = remaining.filter(({ id }) => !stored.has(id))
    const taken = await takenExternalIds(
      scope,
      notStored.flatMap(({ columns }) => columns.externalId ?? []),
    )
    for (const link of notStored) if (isFinallyRefused(link, tried, taken)) outcomes.set(link.index, conflictError(link, taken))
    remaining = notStored
      .filter(({ index }) => !outcomes.has(index))
      .map((link) => (tried.has(link) ? { ...link, columns: link.regenerateKey?.() as LinkColumns } : link))
  }
  for (const { index, input } of remaining) outcomes.set(index, noFreeKey(input.keyLength ?? randomKeyLength))
}

/** Returns the first link of each external id. The others conflict with it if it is inserted, and are tried next if it is refused. */
function firstOfEachExternalId(pending: readonly PendingLink[]): Set<PendingLink> {
  const seen = new Set<string>()
  const firstLinks = pending.filter(({ columns: { externalId } }) => {
    const externalKey = externalId?.toLowerCase()
    if (externalKey === undefined) return true
    const isFirst = !seen.has(externalKey)
    seen.add(externalKey)
    return isFirst
  })
  return new Set(firstLinks)
}

const hasTakenExternalId = ({ columns: { externalId } }: PendingLink, takenIds: ReadonlySet<string>) =>
  externalId !== null && takenIds.has(externalId.toLowerCase())

const isFinallyRefused = (link: PendingLink, tried: ReadonlySet<PendingLink>, takenIds: ReadonlySet<string>) =>
  hasTakenExternalId(link, takenIds) || (tried.has(link) && !link.regenerateKey)

const conflictError = (link: PendingLink, takenIds: ReadonlySet<string>) =>
  hasTakenExternalId(link, takenIds) ? externalIdTaken(link.columns.externalId as string) : keyTaken(link.columns.domain, link.columns.key)
