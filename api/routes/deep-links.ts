import { DeepLinkParams, findDeepLink } from '../../shared/tracking/index.js'
import { page } from '../access/page.js'
import { endpoint } from '../endpoint.js'
import { deepLinkPage } from '../pages/deep-link.js'
import { errorPage } from '../pages/message.js'

export const deepLinks = [
  endpoint({
    id: 'deepLinkPage',
    method: 'GET',
    path: '/deeplink/{domain}/{key}',
    hidden: true,
    access: page,
    rate: 'none',
    params: DeepLinkParams,
    errorPage,
    run: async ({ scope, params }) => deepLinkPage(await findDeepLink(scope, params)),
  }),
]
