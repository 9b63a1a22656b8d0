import type { PageScope } from '../../accounts/index.js'
import { keyOfPath, type LinkRecord } from '../../links/index.js'
import { openedStoreKey } from '../click-recorder.js'
import { clickBefore, clickNow } from './click-of-visit.js'
import { hostNamed } from './page-address.js'
import { TrackedOpen, type TrackOpen } from './page-input.schema.js'
import { requireLinkAt } from './track-click.js'
import { visitorOf } from './visitor.js'

/** An app tells that it was opened: by a short link, or for the first time after a link led to its store. */
export async function trackOpen(scope: PageScope, { deepLink, dubDomain }: TrackOpen): Promise<TrackedOpen> {
  const visitor = visitorOf(scope, null)
  if (deepLink === undefined) {
    const facts = await scope.store.get(openedStoreKey(visitor.ip, hostNamed(dubDomain ?? '')))
    return facts ? TrackedOpen.parse(JSON.parse(facts)) : { clickId: null, link: null }
  }
  const link = await requireLinkAt(scope, hostNamed(deepLink), keyOfPath(new URL(deepLink).pathname))
  if (visitor.saysNoTrack) return { clickId: null, link: shown(link) }
  const clickId =
    (await clickBefore(scope, link, visitor)) ?? (await clickNow(scope, { link, visitor, trigger: 'deeplink', url: link.url }))
  return { clickId, link: shown(link) }
}

const shown = ({ id, domain, key, url }: LinkRecord) => ({ id, domain, key, url })
