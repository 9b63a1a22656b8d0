/** The click of somebody whom a page or an app tells about. */
import type { PageScope } from '../../accounts/index.js'
import { clickIdTime, newClickId, newId } from '../../kernel/ids.js'
import { hours } from '../../kernel/time.js'
import type { LinkRecord } from '../../links/index.js'
import type { ExclusionReason, RawClick } from '../click-batch.js'
import { clickFactsKey } from '../click-recorder.js'
import { recentClickOf } from '../click.queries.js'
import { ingestClicks } from '../jobs.js'
import { visitOf } from '../repeats.js'
import { placeFromHeaders } from '../visitor/request-facts.js'
import { type PageVisitor, visitKey } from './visitor.js'

/** The id under which this visitor followed the link within the hour, if they did. */
export async function clickBefore({ store, pool, now }: PageScope, link: LinkRecord, visitor: PageVisitor): Promise<string | null> {
  const known = await store.get(visitKey(link, visitor))
  return known ?? recentClickOf(pool, visitOf({ linkId: link.id, ip: visitor.ip, ua: visitor.ua }), new Date(now().getTime() - hours(1)))
}

export interface NewVisit {
  link: LinkRecord
  visitor: PageVisitor
  trigger: RawClick['trigger']
  /** Where the visitor is. */
  url: string
}

/** Makes a click that counts once the transaction is committed; answers its id, or that of one that came first. */
export async function clickNow(scope: PageScope, { link, visitor, trigger, url }: NewVisit): Promise<string> {
  const id = newClickId(scope.now().getTime())
  const before = await scope.store.setIfAbsent(visitKey(link, visitor), id, hours(1))
  if (before !== null) return before
  const place = placeFromHeaders(scope.headers, scope.config.trustProxy)
  const { ip, ua, referer } = visitor
  const { workspaceId, domain, key } = link
  const click: RawClick = {
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
    ...(place ? { place } : {}),
  }
  // A lead may name the click before it is a row.
  await scope.store.set(clickFactsKey(id), JSON.stringify(click), hours(1))
  scope.enqueue(ingestClicks, { id: newId('batch_'), clicks: [click], excluded: [] })
  return id
}

/** Counts a visit that is no click, so that its workspace can see what was left out. */
export function countExcluded(scope: PageScope, link: LinkRecord, reason: ExclusionReason): void {
  const day = scope.now().toISOString().slice(0, 10)
  scope.enqueue(ingestClicks, {
    id: newId('batch_'),
    clicks: [],
    excluded: [{ workspaceId: link.workspaceId ?? '', linkId: link.id, day, reason, count: 1 }],
  })
}
