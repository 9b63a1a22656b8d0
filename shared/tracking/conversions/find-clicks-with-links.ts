import { UnavailableError } from '../../kernel/unavailable-error.js'
import type { StoreScope } from '../click-store/active-store.js'
import type { ClickRow } from '../enrich-click.js'
import { findClicks } from '../find-clicks.js'
import { findCreditableLinks } from './conversion-batch.queries.js'
import type { ClickWithLink } from './customer-of-click.js'

/**
 * Ingested clicks by their ids, with their links. Clicks whose link is deleted, disabled, or of another workspace are left out, and all of
 * them while the event store is away.
 */
export async function findClicksWithLinks(scope: StoreScope, ids: readonly string[]): Promise<Map<string, ClickWithLink>> {
  const clicks = await findClicks(scope, ids).catch(noneWhileAway)
  const links = await findCreditableLinks(scope.pool, [...new Set(clicks.map(({ link_id }) => link_id))])
  return new Map(
    clicks.flatMap((click) => {
      const { workspaceId, ...link } = links.get(click.link_id) ?? { id: '', workspaceId: null }
      return workspaceId === click.workspace_id ? [[click.id, { click, link } as ClickWithLink]] : []
    }),
  )
}

function noneWhileAway(error: unknown): ClickRow[] {
  if (error instanceof UnavailableError) return []
  throw error
}
