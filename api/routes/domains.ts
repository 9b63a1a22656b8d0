import { plansWith } from '../../shared/accounts/index.js'
import {
  checkDomainStatus, chooseSharedDomains, CountAnswer, countDomains, createDomain, createDomainBodySchema, DefaultDomains, DeletedDomain, deleteDomain, DomainParams, DomainSchema, DomainStatus, DomainValidation, DomainVerification,
  findDomain, forwardInstructions, ForwardInstructions, FoundDomain, listSharedDomains, searchAvailableDomains, SearchAvailableDomains, SharedDomains, validateDomain,
  getDomainsCountQuerySchema, getDomainsQuerySchema, getDomainStatusQuerySchema, isDomainAllowed, IsDomainAllowed, listDomains, ListedDomain, registerDomain, registerDomainBodySchema, RegisteredDomainAnswer,
  setPrimaryDomain, transferDomain, transferDomainBodySchema, TransferredDomain, updateDomain, updateDomainBodySchema, verifyDomain,
} from '../../shared/links/index.js'
import { open } from '../access/open.js'
import { user } from '../access/user.js'
import { workspace } from '../access/workspace.js'
import { byPage, endpoint } from '../endpoint.js'

const tag = 'Domains'
const ofDomain = { slug: 'domain' } as const
const withRegistration = plansWith('domainRegistration')

export const domains = [
  endpoint({
    id: 'createDomain', sdk: 'domains.create', tag, method: 'POST', path: '/domains',
    summary: 'Add a domain',
    description: 'Which DNS records it needs says `GET /domains/{slug}/verify`. The first domain of a workspace becomes its primary one.',
    access: workspace('domains.write', ofDomain), rate: 'api', status: 201,
    body: createDomainBodySchema, output: DomainSchema,
    run: ({ scope, body }) => createDomain(scope, body),
  }),
  endpoint({
    id: 'listDomains', sdk: 'domains.list', tag, method: 'GET', path: '/domains',
    summary: 'List domains',
    description: 'The oldest first.',
    access: workspace('domains.read'), rate: 'api', hints: { pagination: byPage },
    query: getDomainsQuerySchema, output: ListedDomain.array(),
    run: ({ scope, query }) => listDomains(scope, query),
  }),
  endpoint({
    id: 'updateDomain', sdk: 'domains.update', tag, method: 'PATCH', path: '/domains/{slug}',
    summary: 'Change a domain',
    description: 'What is left out stays as it is. Under another name the domain has to be verified anew; its links move there and answer all the while.',
    access: workspace('domains.write', ofDomain), rate: 'api', hints: { 'max-method-params': 2 },
    params: DomainParams, body: updateDomainBodySchema, output: DomainSchema,
    run: ({ scope, params, body }) => updateDomain(scope, params.slug, body),
  }),
  endpoint({
    id: 'deleteDomain', sdk: 'domains.delete', tag, method: 'DELETE', path: '/domains/{slug}',
    summary: 'Delete a domain and all its links',
    description: 'It stops answering at once; its name is free when all links are gone.',
    access: workspace('domains.write', ofDomain), rate: 'api', hints: { 'max-method-params': 1 },
    params: DomainParams, output: DeletedDomain,
    run: ({ scope, params }) => deleteDomain(scope, params.slug),
  }),
  endpoint({
    id: 'registerDomain', sdk: 'domains.register', tag, method: 'POST', path: '/domains/register',
    summary: 'Register a new domain',
    description: 'Needs a registrar; an installation without one refuses.',
    access: workspace('domains.write'), rate: 'api', plans: withRegistration, status: 201,
    body: registerDomainBodySchema, output: RegisteredDomainAnswer,
    run: ({ scope, body }) => registerDomain(scope, body),
  }),
  endpoint({
    id: 'checkDomainStatus', sdk: 'domains.checkStatus', tag, method: 'GET', path: '/domains/status',
    summary: 'Ask whether domains can be registered',
    description: 'Needs a registrar; an installation without one refuses.',
    access: workspace('domains.read'), rate: 'api', plans: withRegistration,
    query: getDomainStatusQuerySchema, output: DomainStatus.array(),
    run: ({ scope, query }) => checkDomainStatus(scope, query),
  }),
  endpoint({
    id: 'isDomainAllowed', method: 'GET', path: '/domains/allowed', hidden: true,
    access: open, rate: 'none',
    query: IsDomainAllowed,
    run: ({ scope, query }) => isDomainAllowed(scope, query),
  }),
  endpoint({
    id: 'listSharedDomains', method: 'GET', path: '/domains/default', hidden: true,
    access: workspace('domains.read'), rate: 'api',
    output: SharedDomains,
    run: ({ scope }) => listSharedDomains(scope),
  }),
  endpoint({
    id: 'chooseSharedDomains', method: 'PATCH', path: '/domains/default', hidden: true,
    access: workspace('domains.write'), rate: 'api',
    body: DefaultDomains, output: SharedDomains,
    run: ({ scope, body }) => chooseSharedDomains(scope, body),
  }),
  endpoint({
    id: 'searchAvailableDomains', method: 'GET', path: '/domains/search-availability', hidden: true,
    access: workspace('domains.read'), rate: 'api',
    query: SearchAvailableDomains, output: DomainStatus.array(),
    run: ({ scope, query }) => searchAvailableDomains(scope, query),
  }),
  endpoint({
    id: 'validateDomain', method: 'GET', path: '/domains/{slug}/validate', hidden: true,
    access: user, rate: 'api',
    params: DomainParams, output: DomainValidation,
    run: ({ scope, params }) => validateDomain(scope, params.slug),
  }),
  endpoint({
    id: 'forwardInstructions', method: 'POST', path: '/domains/{slug}/forward-instructions', hidden: true,
    access: workspace('domains.write', ofDomain), rate: 'api',
    params: DomainParams, body: ForwardInstructions,
    run: ({ scope, params, body }) => forwardInstructions(scope, params.slug, body),
  }),
  endpoint({
    id: 'countDomains', method: 'GET', path: '/domains/count', hidden: true,
    access: workspace('domains.read'), rate: 'api',
    query: getDomainsCountQuerySchema, output: CountAnswer,
    run: ({ scope, query }) => countDomains(scope, query),
  }),
  endpoint({
    id: 'getDomain', method: 'GET', path: '/domains/{slug}', hidden: true,
    access: workspace('domains.read', ofDomain), rate: 'api',
    params: DomainParams, output: FoundDomain,
    run: ({ scope, params }) => findDomain(scope, params.slug),
  }),
  endpoint({
    id: 'setPrimaryDomain', method: 'POST', path: '/domains/{slug}/primary', hidden: true,
    access: workspace('domains.write', ofDomain), rate: 'api',
    params: DomainParams, output: DomainSchema,
    run: ({ scope, params }) => setPrimaryDomain(scope, params.slug),
  }),
  endpoint({
    id: 'verifyDomain', method: 'GET', path: '/domains/{slug}/verify', hidden: true,
    access: workspace('domains.read', ofDomain), rate: 'api',
    params: DomainParams, output: DomainVerification,
    run: ({ scope, params }) => verifyDomain(scope, params.slug),
  }),
  endpoint({
    id: 'transferDomain', method: 'POST', path: '/domains/{slug}/transfer', hidden: true,
    access: workspace('domains.write', ofDomain), rate: 'api',
    params: DomainParams, body: transferDomainBodySchema, output: TransferredDomain,
    run: ({ scope, params, body }) => transferDomain(scope, params.slug, body),
  }),
]
