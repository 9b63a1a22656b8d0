import { hasWebhookFor, limitExceeded, throttleAnonymousLink, unlimited, type WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { inTransaction, isInTransaction } from '../kernel/scope.js'
import { syncLinkDashboards } from './dashboards/sync-link-dashboards.js'
import { externalIdTaken, keyTaken, noFreeKey } from './errors.js'
import { insertLinkInBatch } from './insert-link-batch.js'
import { invalidateLinks } from './invalidate-links.js'
import { maxRandomKeyAttempts, randomKeyLength } from './limits.js'
import type { CreateLink } from './link-input.schema.js'
import { committedLookup } from './link-lookup.js'
import { sealPassword } from './link-password.js'
import { emptyLink, fillRow } from './link-row.js'
import type { LinkScope } from './link-scope.js'
import { addWebhooks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { countNewLinksWithinQuota, insertLink, isExternalIdTaken, replaceTags } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentLink } from './present-link.js'
import { type LinkColumns, type ProcessedLink, processLink } from './process-link.js'
import { publishLinkEvents } from './publish-link-events.js'

/** Creates a link. Refused if the link quota of the workspace is exhausted or if the key or the external id is taken. */
export async function createLink(scope: LinkScope, input: CreateLink): Promise<LinkResponse> {
  if (isInTransaction(scope)) return createLinkInTransaction(scope, input)
  return needsOnlyItsRow(scope, input)
    ? createLinkByItself(scope, input)
    : inTransaction(scope, () => createLinkInTransaction(scope, input))
}

/** Whether the link is all that is written: without a limit to enforce, an event to publish and anything that refers to the link. */
const needsOnlyItsRow = (scope: LinkScope, { tagIds, tagId, tagNames, webhookIds, publicStats }: CreateLink) =>
  scope.workspace !== null &&
  !hasLinkLimit(scope) &&
  !hasWebhookFor(scope, 'link.created') &&
  [tagIds, tagId, tagNames, webhookIds].every((value) => value === undefined) &&
  publicStats !== true

/** Creates the link with one statement, which it shares with concurrent creations. */
async function createLinkByItself(scope: LinkScope, input: CreateLink): Promise<LinkResponse> {
  const processed = await processLink(scope, input, null, committedLookup(scope))
  const link = await storeWithFreeKey(scope, input, processed, insertLinkInBatch)
  return presentLink(scope, link, [], [])
}

async function createLinkInTransaction(scope: LinkScope, input: CreateLink): Promise<LinkResponse> {
  if (scope.workspace) requireQuotaForLinks(scope)
  else await throttleAnonymousLink(scope)
  const created = await insertNewLink(scope, input)
  if (scope.workspace) consumeLinkQuota(scope, 1)
  return created
}

async function insertNewLink(scope: LinkScope, input: CreateLink): Promise<LinkResponse> {
  const processed = await processLink(scope, input, null)
  const link = await storeWithFreeKey(scope, input, processed, insertLink)
  const tags = processed.tags ?? []
  await replaceTags(
    scope,
    link.id,
    tags.map(({ id }) => id),
    true,
  )
  const { webhookIds = [] } = processed
  await addWebhooks(scope, [{ link, webhookIds }])
  await syncLinkDashboards(scope, [{ before: link, publicStats: link.publicStats || undefined }])
  await publishLinkEvents(scope, 'link.created', [link])
  invalidateLinks(scope, link)
  return presentLink(scope, link, tags, webhookIds)
}

const hasLinkLimit = ({ workspace }: WorkspaceScope) => workspace.linksLimit < unlimited

/**
 * An exhausted quota is `forbidden`, the only code of this status that the client libraries for this interface parse. `exceeded_limit`
 * means that some of the links could be created.
 */
const linkQuotaExceeded = ({ workspace: { plan, linksLimit } }: WorkspaceScope, code: 'forbidden' | 'exceeded_limit') =>
  limitExceeded({ code, plan, limit: linksLimit, resource: 'links' })

/** Fails fast if the quota does not suffice. For concurrent creations only `consumeLinkQuota` is exact. */
export function requireQuotaForLinks(scope: WorkspaceScope, links = 1): void {
  const { linksUsage, linksLimit } = scope.workspace
  if (linksUsage >= linksLimit) throw linkQuotaExceeded(scope, 'forbidden')
  if (linksUsage + links > linksLimit) throw linkQuotaExceeded(scope, 'exceeded_limit')
}

/**
 * Counts new links at the end of the transaction, because counting locks the workspace row that every creation needs. If the quota of the
 * period does not suffice for all of them, the whole transaction is rolled back.
 */
export function consumeLinkQuota(scope: WorkspaceScope, links: number): void {
  scope.beforeCommit(async () => {
    if (!(await countNewLinksWithinQuota(scope, links))) throw linkQuotaExceeded(scope, links === 1 ? 'forbidden' : 'exceeded_limit')
  })
}

/** Inserts without checking the key first, so that of concurrent creations with the same key exactly one succeeds. */
async function storeWithFreeKey(
  scope: LinkScope,
  input: CreateLink,
  { columns, regenerateKey }: ProcessedLink,
  insert: (scope: LinkScope, link: Link) => Promise<boolean>,
): Promise<Link> {
  let candidate = columns
  for (let attempt = 1; attempt <= maxRandomKeyAttempts; attempt++) {
    const link = newLinkRow(scope, candidate)
    if (await insert(scope, link)) return link
    const { externalId } = columns
    if (scope.workspace && externalId !== null && (await isExternalIdTaken(scope, scope.workspace.id, externalId)))
      throw externalIdTaken(externalId)
    if (!regenerateKey) throw keyTaken(columns.domain, columns.key)
    candidate = regenerateKey()
  }
  throw noFreeKey(input.keyLength ?? randomKeyLength)
}

/** Returns the complete row of a new link. */
export function newLinkRow(
  scope: LinkScope,
  columns: LinkColumns,
  id = newId('link_', scope.now().getTime()),
  createdAt = scope.now(),
): Link {
  const systemColumns: Omit<Link, keyof LinkColumns> = {
    id,
    workspaceId: scope.workspace?.id ?? null,
    userId: scope.actor?.user.id ?? null,
    disabledAt: null,
    bannedAt: null,
    sealedPassword: sealPassword(scope, id, columns.password ?? null),
    testDecidedAt: null,
    clicks: 0,
    leads: 0,
    conversions: 0,
    sales: 0,
    saleAmount: 0,
    lastClicked: null,
    lastLeadAt: null,
    lastConversionAt: null,
    createdAt,
    updatedAt: scope.now(),
  }
  return fillRow(emptyLink, columns, systemColumns) as Link
}
