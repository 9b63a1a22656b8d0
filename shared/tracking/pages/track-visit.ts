import type { PageScope } from '../../accounts/index.js'
import { newClickId } from '../../kernel/ids.js'
import { keyOfPath } from '../../links/index.js'
import { clickBefore, clickNow, countExcluded } from './click-of-visit.js'
import { domainAndUrlNeeded } from './errors.js'
import { countedPage, hostNamed } from './page-address.js'
import type { TrackedClick, TrackVisit } from './page-input.schema.js'
import { clickIdParams, isFromAllowedPage, requireLinkAt } from './track-click.js'
import { exclusionOf, visitorOf } from './visitor.js'

/** A page of a site tells of a visit; the link is the one whose key is the page's path. What is not counted is answered alike. */
export async function trackVisit(scope: PageScope, { domain, url, referrer }: TrackVisit): Promise<TrackedClick> {
  if (!domain || !url || !URL.canParse(url)) throw domainAndUrlNeeded()
  const link = await requireLinkAt(scope, hostNamed(domain), keyOfPath(new URL(url).pathname))
  const visitor = visitorOf(scope, referrer)
  const before = await clickBefore(scope, link, visitor)
  if (before !== null) return { clickId: before }
  if (!(await isFromAllowedPage(scope, link))) return { clickId: newClickId() }
  const reason = exclusionOf(scope, visitor)
  if (reason === null)
    return { clickId: await clickNow(scope, { link, visitor, trigger: 'pageview', url: countedPage(url, clickIdParams(scope), link.url) }) }
  countExcluded(scope, link, reason)
  return { clickId: newClickId() }
}
