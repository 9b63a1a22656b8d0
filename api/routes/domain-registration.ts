import { plansWith } from '../../shared/accounts/index.js'
import {
  checkDomainStatus,
  DomainStatus,
  searchAvailableDomains,
  SearchAvailableDomains,
  getDomainStatusQuerySchema,
  purchaseDomain,
  registerDomainBodySchema,
  RegisteredDomainResponse,
  storePurchase,
} from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Domains'
const withRegistration = plansWith('domainRegistration')

export const domainRegistration = [
  endpoint({
    id: 'registerDomain',
    sdk: 'domains.register',
    tag,
    method: 'POST',
    path: '/domains/register',
    summary: 'Register a new domain',
    description: 'Requires a domain registrar; returns 403 on an installation without one.',
    access: workspace('domains.write'),
    rate: 'api',
    plans: withRegistration,
    status: 201,
    body: registerDomainBodySchema,
    output: RegisteredDomainResponse,
    prepare: ({ scope, body }) => purchaseDomain(scope, body),
    run: ({ scope, body }) => storePurchase(scope, body),
  }),
  endpoint({
    id: 'checkDomainStatus',
    sdk: 'domains.checkStatus',
    tag,
    method: 'GET',
    path: '/domains/status',
    summary: 'Check whether domains can be registered',
    description: 'Requires a domain registrar; returns 403 on an installation without one.',
    access: workspace('domains.read'),
    rate: 'api',
    plans: withRegistration,
    query: getDomainStatusQuerySchema,
    output: DomainStatus.array(),
    run: ({ scope, query }) => checkDomainStatus(scope, query),
  }),
  endpoint({
    id: 'searchAvailableDomains',
    method: 'GET',
    path: '/domains/search-availability',
    hidden: true,
    access: workspace('domains.read'),
    rate: 'api',
    query: SearchAvailableDomains,
    output: DomainStatus.array(),
    run: ({ scope, query }) => searchAvailableDomains(scope, query),
  }),
]
