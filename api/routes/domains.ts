import { isDomainAllowed, IsDomainAllowed } from '../../shared/links/index.js'
import { open } from '../access/open.js'
import { endpoint } from '../endpoint.js'

export const domains = [
  endpoint({
    id: 'isDomainAllowed',
    method: 'GET',
    path: '/domains/allowed',
    hidden: true,
    access: open,
    rate: 'none',
    query: IsDomainAllowed,
    run: ({ scope, query }) => isDomainAllowed(scope, query),
  }),
]
