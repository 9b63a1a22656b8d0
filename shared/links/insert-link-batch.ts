/**
 * Inserts new links of concurrent requests together: requests that arrive during an insert form the next one. A row of the workspace is
 * locked once per batch and only for its one statement.
 */
import { isRefusal } from '../kernel/db/is-refusal.js'
import { groupCommitPerPool } from '../kernel/group-commit.js'
import type { Scope } from '../kernel/scope.js'
import { maxLinksPerInsert } from './limits.js'
import { publishInvalidation } from './link-cache.js'
import { addPendingLinkUsage, insertLinks } from './link-creation.queries.js'
import type { Link } from './link.entity.js'

interface NewLink {
  scope: Pick<Scope, 'pool' | 'store' | 'log'>
  link: Link
  isInserted: boolean
  error?: Error
}

/**
 * Inserts a link of a workspace and commits it. Returns false, without inserting, if its key or its external id is taken. Visitors who
 * follow the link afterwards get its new state.
 */
export async function insertLinkInBatch(scope: NewLink['scope'], link: Link): Promise<boolean> {
  const created: NewLink = { scope, link, isInserted: false }
  await commitOf(scope.pool).add(created)
  if (created.error) throw created.error
  return created.isInserted
}

const commitOf = groupCommitPerPool(insertBatch, maxLinksPerInsert)

/** If the database refuses a batch, each link is inserted alone, so that a request only fails because of its own link. */
async function insertBatch(batch: NewLink[]): Promise<void> {
  try {
    await insertTogether(batch)
  } catch (error) {
    if (batch.length === 1 || !isRefusal(error)) throw error
    for (const created of batch) await insertTogether([created]).catch((own: Error) => void (created.error = own))
  }
}

async function insertTogether(batch: NewLink[]): Promise<void> {
  const [{ scope }] = batch as [NewLink]
  const inserted = await insertLinks(
    scope.pool,
    batch.map(({ link }) => link),
  )
  const ids = new Set(inserted.map(({ id }) => id))
  for (const created of batch) created.isInserted = ids.has(created.link.id)
  if (inserted.some(({ isUsagePending }) => isUsagePending))
    addPendingLinkUsage(scope.pool).catch((error: unknown) => scope.log.warn({ err: error }, 'failed to add pending link usage'))
  const addresses = batch.filter(({ isInserted }) => isInserted).map(({ link: { domain, lookupKey } }) => [domain, lookupKey] as const)
  await publishInvalidation(scope.store, addresses).catch((error: unknown) =>
    scope.log.warn({ err: error }, 'failed to invalidate cached links'),
  )
}
