import type { WorkspaceScope } from '../../accounts/index.js'
import { newLink } from '../create-link.js'
import { rootKey } from '../keys.js'
import { addToTotalLinks, insertLink } from '../link.queries.js'
import { mergeLink } from '../merge-link.js'
import { storable } from '../process-link.js'
import { shortLinkOf } from '../short-link.js'
import { tellChange } from '../tell-change.js'
import { tellOfLinks } from '../tell-of-links.js'
import { utmOf } from '../utm.js'

/** The link of a bare domain. It leads nowhere until somebody says where; it is counted as a link, and uses up none of the period's. */
export async function createRootLink(scope: WorkspaceScope, domain: string): Promise<void> {
  const columns = {
    ...storable(mergeLink({}, null), scope.now()),
    ...utmOf(''),
    url: '',
    domain,
    key: rootKey,
    lookupKey: rootKey,
    shortLink: shortLinkOf(scope.config, domain, rootKey),
  }
  const link = newLink(scope, columns)
  await insertLink(scope, link)
  await addToTotalLinks(scope, scope.workspace.id, 1)
  await tellOfLinks(scope, 'link.created', [link])
  tellChange(scope, link)
}
