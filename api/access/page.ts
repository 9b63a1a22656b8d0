import type { PageScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard } from '../endpoint.js'

/** No authentication. The scope carries the client address, the headers and the query of the request. */
export const page: AuthGuard<PageScope> = {
  kind: 'open',
  permissions: [],
  secured: false,
  authenticate: async (request) =>
    extendScope(openScope(request), {
      address: request.address,
      headers: request.headers,
      query: request.query,
      rawQuery: request.rawQuery,
    }),
}
