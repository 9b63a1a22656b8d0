import type { PageScope } from '../../accounts/index.js'
import { findByName, keyOfPath, type LinkRecord } from '../../links/index.js'
import { appStoreVisitKey } from '../click-recorder.js'
import { parseHost } from './page-address.js'
import { TrackedOpen, type TrackOpen } from './page-input.schema.js'
import { findPreviousClick, recordClick } from './record-click.js'
import { requireLinkAt } from './track-click.js'
import { hasNoTrack, readVisitor } from './visitor.js'

/** Records that an app was opened: by a short link, or for the first time after a link led to its store. */
export async function trackOpen(scope: PageScope, { deepLink, dubDomain }: TrackOpen): Promise<TrackedOpen> {
  const visitor = readVisitor(scope, null)
  if (deepLink === undefined) {
    const cached = await findByName(parseHost(dubDomain ?? ''), (domain) => scope.store.get(appStoreVisitKey(visitor.ip, domain)))
    return cached ? TrackedOpen.parse(JSON.parse(cached)) : { clickId: null, link: null }
  }
  const { pathname, searchParams } = new URL(deepLink)
  const link = await requireLinkAt(scope, parseHost(deepLink), keyOfPath(pathname))
  if (visitor.isNoTrack || hasNoTrack(searchParams)) return { clickId: null, link: presentLink(link) }
  const clickId =
    (await findPreviousClick(scope, link, visitor)) ?? (await recordClick(scope, { link, visitor, trigger: 'deeplink', url: link.url }))
  return { clickId, link: presentLink(link) }
}

/** The destination is withheld from callers without the password, and of a link that the operator banned. */
function presentLink({ id, domain, key, url, sealedPassword, isBanned }: LinkRecord) {
  return { id, domain, key, url: sealedPassword === null && !isBanned ? url : '' }
}
