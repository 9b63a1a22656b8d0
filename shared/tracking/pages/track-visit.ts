import type { PageScope } from '../../accounts/index.js'
import { newClickId } from '../../kernel/ids.js'
import { keyOfPath } from '../../links/index.js'
import { domainAndUrlRequired } from './errors.js'
import { stripClickIds, parseHost } from './page-address.js'
import type { TrackedVisit, TrackVisit } from './page-input.schema.js'
import { findPreviousClick, recordClick, recordExclusion } from './record-click.js'
import { clickIdParams, isFromAllowedPage, requireLinkAt } from './track-click.js'
import { findExclusion, readVisitor } from './visitor.js'

/** Records a page view. The link is the one whose key is the page's path. Visits that do not count get the same response. */
export async function trackVisit(scope: PageScope, { domain, url, referrer }: TrackVisit): Promise<TrackedVisit> {
  if (!domain || !url || !URL.canParse(url)) throw domainAndUrlRequired()
  const link = await requireLinkAt(scope, parseHost(domain), keyOfPath(new URL(url).pathname))
  const visitor = readVisitor(scope, referrer)
  const existing = await findPreviousClick(scope, link, visitor)
  if (existing !== null) return { clickId: existing }
  if (!(await isFromAllowedPage(scope, link))) return { clickId: newClickId() }
  const reason = findExclusion(scope, visitor)
  if (reason === null)
    return {
      clickId: await recordClick(scope, { link, visitor, trigger: 'pageview', url: stripClickIds(url, clickIdParams(scope), link.url) }),
    }
  recordExclusion(scope, link, reason)
  return { clickId: newClickId() }
}
