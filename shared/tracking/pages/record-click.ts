/** Records clicks of visitors that a page or an app reports. */
import type { PageScope } from '../../accounts/index.js'
import { clickIdTime, newClickId, newId } from '../../kernel/ids.js'
import { hours } from '../../kernel/time.js'
import type { LinkRecord } from '../../links/index.js'
import type { ExclusionReason, RawClick } from '../click-batch.js'
import { cachedClickKey } from '../click-recorder.js'
import { findRecentClick } from '../click.queries.js'
import { visitId, visitKey, type VisitorOnLink } from '../duplicates.js'
import { ingestClicks } from '../jobs.js'
import { locationFromHeaders } from '../visitor/request-headers.js'
import type { PageVisitor } from './visitor.js'

/** Id of this visitor's click on the link within the last hour, if there is one. */
export async function findPreviousClick(scope: PageScope, link: LinkRecord, visitor: PageVisitor): Promise<string | null> {
  const { store, pool, now } = scope
  const visit = visitorOn(link, visitor)
  const cached = await store.get(visitKey(visit)).catch((error: unknown) => visitNotCached(scope, error))
  return cached ?? findRecentClick(pool, visitId(visit), new Date(now().getTime() - hours(1)))
}

const visitorOn = ({ id, workspaceId }: LinkRecord, { ip, ua }: PageVisitor): VisitorOnLink => ({
  workspaceId: workspaceId ?? '',
  linkId: id,
  ip,
  ua,
})

export interface NewVisit {
  link: LinkRecord
  visitor: PageVisitor
  trigger: RawClick['trigger']
  /** URL that the visitor is on. */
  url: string
}

/** Enqueues a click, which counts once the transaction is committed. Returns its id, or the id of a concurrent click of the visitor. */
export async function recordClick(scope: PageScope, { link, visitor, trigger, url }: NewVisit): Promise<string> {
  const id = newClickId(scope.now().getTime())
  const key = visitKey(visitorOn(link, visitor))
  const existing = await scope.store.setIfAbsent(key, id, hours(1)).catch((error: unknown) => visitNotCached(scope, error))
  if (existing !== null) return existing
  scope.afterRollback(() => scope.store.delete(key))
  const click = clickOf(scope, id, { link, visitor, trigger, url })
  scope.enqueue(ingestClicks, { id: newId('batch_'), clicks: [click], excluded: [] })
  // A lead may name the click before it is ingested.
  scope.afterCommit(() => scope.store.set(cachedClickKey(id), JSON.stringify(click), hours(1)))
  return id
}

/** Without the store, a repeated visit is found once its click is ingested. */
function visitNotCached({ log }: PageScope, error: unknown): null {
  log.warn({ err: error }, 'previous click lookup failed')
  return null
}

function clickOf(scope: PageScope, id: string, { link, visitor, trigger, url }: NewVisit): RawClick {
  const location = locationFromHeaders(scope.headers, scope.config.trustProxy)
  const { ip, ua, referer } = visitor
  const { workspaceId, domain, key } = link
  return {
    id,
    at: clickIdTime(id),
    workspaceId: workspaceId ?? '',
    linkId: link.id,
    domain,
    key,
    url,
    ip,
    ua,
    referer,
    trigger,
    ...(location ? { location } : {}),
  }
}

/** Counts a visit that is not a click, so that the workspace can see what was excluded. */
export function recordExclusion(scope: PageScope, link: LinkRecord, reason: ExclusionReason): void {
  const day = scope.now().toISOString().slice(0, 10)
  scope.enqueue(ingestClicks, {
    id: newId('batch_'),
    clicks: [],
    excluded: [{ workspaceId: link.workspaceId ?? '', linkId: link.id, day, reason, count: 1 }],
  })
}
