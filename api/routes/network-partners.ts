/** Partners of the network, whom programs discover and invite. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  countNetworkPartners,
  countNetworkPartnersQuerySchema,
  getNetworkPartnersQuerySchema,
  ignorePartner,
  ignorePartnerSchema,
  inviteNetworkPartner,
  inviteNetworkPartnerSchema,
  listNetworkPartners,
  NetworkDecision,
  NetworkInvitesUsage,
  networkInvitesUsage,
  NetworkPartnerCount,
  NetworkPartnerParams,
  NetworkPartnerSchema,
  starPartner,
  starPartnerSchema,
} from '../../shared/network/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('partnerDiscovery')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true, method: 'GET' } as const
const decision = {
  access: workspace('groups.write'),
  rate: 'api',
  plans,
  hidden: true,
  method: 'POST',
  params: NetworkPartnerParams,
  output: NetworkDecision,
} as const
const base = '/network/partners'

export const networkPartners = [
  endpoint({
    ...read,
    id: 'listNetworkPartners',
    path: base,
    summary: 'List partners of the network',
    query: getNetworkPartnersQuerySchema,
    output: NetworkPartnerSchema.array(),
    run: ({ scope, query }) => listNetworkPartners(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countNetworkPartners',
    path: `${base}/count`,
    summary: 'Count partners of the network',
    query: countNetworkPartnersQuerySchema,
    output: NetworkPartnerCount,
    run: ({ scope, query }) => countNetworkPartners(scope, query),
  }),
  endpoint({
    ...read,
    id: 'getNetworkInvitesUsage',
    path: `${base}/invites-usage`,
    summary: 'Retrieve how many network invites are left this week',
    output: NetworkInvitesUsage,
    run: ({ scope }) => networkInvitesUsage(scope),
  }),
  endpoint({
    ...decision,
    id: 'starNetworkPartner',
    path: `${base}/{partnerId}/star`,
    summary: 'Star a partner of the network',
    body: starPartnerSchema,
    run: ({ scope, params, body }) => starPartner(scope, params.partnerId, body),
  }),
  endpoint({
    ...decision,
    id: 'ignoreNetworkPartner',
    path: `${base}/{partnerId}/ignore`,
    summary: 'Ignore a partner of the network',
    body: ignorePartnerSchema,
    run: ({ scope, params, body }) => ignorePartner(scope, params.partnerId, body),
  }),
  endpoint({
    ...decision,
    id: 'inviteNetworkPartner',
    path: `${base}/{partnerId}/invite`,
    summary: 'Invite a partner of the network to the program',
    body: inviteNetworkPartnerSchema,
    run: ({ scope, params, body }) => inviteNetworkPartner(scope, params.partnerId, body),
  }),
]
