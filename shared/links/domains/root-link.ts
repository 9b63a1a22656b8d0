import type { WorkspaceScope } from '../../accounts/index.js'
import { newLinkRow } from '../create-link.js'
import { invalidateLinks } from '../invalidate-links.js'
import { rootKey } from '../keys.js'
import { addToTotalLinks, insertLink } from '../link.queries.js'
import { mergeLink } from '../merge-link.js'
import { withParsedDates } from '../process-link.js'
import { publishLinkEvents } from '../publish-link-events.js'
import { shortLinkOf } from '../short-link.js'
import { utmOf } from '../utm.js'

/** Creates the link of a bare domain, without a destination. It counts as a link but not against the usage of the billing period. */
export async function createRootLink(scope: WorkspaceScope, domain: string): Promise<void> {
  const columns = {
    ...withParsedDates(mergeLink({}, null), scope.now()),
    ...utmOf(''),
    url: '',
    domain,
    key: rootKey,
    lookupKey: rootKey,
    shortLink: shortLinkOf(scope.config, domain, rootKey),
  }
  const link = newLinkRow(scope, columns)
  await insertLink(scope, link)
  await addToTotalLinks(scope, scope.workspace.id, 1)
  await publishLinkEvents(scope, 'link.created', [link])
  invalidateLinks(scope, link)
}
