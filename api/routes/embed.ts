import { plansWith } from '../../shared/accounts/index.js'
import {
  createReferralsEmbedToken,
  createReferralsEmbedTokenSchema,
  embedAnalytics,
  embedAnalyticsQuerySchema,
  EmbedEarnings,
  embedEarnings,
  embedEarningsQuerySchema,
  EmbedEvents,
  embedEvents,
  embedEventsQuerySchema,
  embeddingHosts,
  embedOverview,
  EmbedOverviewSchema,
  Leaderboard,
  leaderboard,
  ReferralsEmbedTokenSchema,
} from '../../shared/embed/index.js'
import { LinkParams } from '../../shared/links/index.js'
import {
  changeOwnLinkSchema,
  createOwnLink,
  listOwnLinks,
  OwnLinkSchema,
  PartnerAnalytics,
  updateOwnLink,
} from '../../shared/partners/index.js'
import { embed as token } from '../access/embed.js'
import { guestPage } from '../access/guest.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { EmbedPageQuery, referralsPage } from '../pages/referrals.js'

const plans = plansWith('embedTokens')
const tag = 'Embedded Pages'
const forPage = { access: token, rate: 'none', tag, plans } as const

export const embed = [
  endpoint({
    id: 'createReferralsEmbedToken',
    sdk: 'embedTokens.referrals',
    tag: 'Embed Tokens',
    method: 'POST',
    path: '/tokens/embed/referrals',
    summary: 'Create a token for the embedded referral page',
    description:
      'The token is valid for three hours and gives access to the data of one partner. Create it on your server and pass it to ' +
      '`/embed/referrals?token=...` in an iframe. The partner is found by `partnerId` or `tenantId`; with `partner`, it is enrolled ' +
      'unless its address is enrolled already.',
    access: workspace('links.write'),
    rate: 'api',
    plans,
    status: 201,
    body: createReferralsEmbedTokenSchema,
    output: ReferralsEmbedTokenSchema,
    run: ({ scope, body }) => createReferralsEmbedToken(scope, body),
  }),
  endpoint({
    id: 'referralsPage',
    method: 'GET',
    path: '/embed/referrals',
    hidden: true,
    access: guestPage,
    rate: 'none',
    query: EmbedPageQuery,
    run: async ({ scope, query }) => referralsPage(await embeddingHosts(scope, query.token)),
  }),
  endpoint({
    ...forPage,
    id: 'getEmbedOverview',
    method: 'GET',
    path: '/embed/referrals/token',
    summary: 'Retrieve the token with program, partner and totals',
    output: EmbedOverviewSchema,
    run: ({ scope }) => embedOverview(scope),
  }),
  endpoint({
    ...forPage,
    id: 'listEmbedLinks',
    method: 'GET',
    path: '/embed/referrals/links',
    summary: 'List the links of the partner',
    output: OwnLinkSchema.array(),
    run: ({ scope }) => listOwnLinks(scope, scope.embed.enrolment.partnerId),
  }),
  endpoint({
    ...forPage,
    id: 'createEmbedLink',
    method: 'POST',
    path: '/embed/referrals/links',
    summary: 'Create a link for the partner',
    status: 201,
    body: changeOwnLinkSchema,
    output: OwnLinkSchema,
    run: ({ scope, body }) => createOwnLink(scope, scope.embed.enrolment.partnerId, body),
  }),
  endpoint({
    ...forPage,
    id: 'updateEmbedLink',
    method: 'PATCH',
    path: '/embed/referrals/links/{linkId}',
    summary: 'Change a link of the partner',
    params: LinkParams,
    body: changeOwnLinkSchema,
    output: OwnLinkSchema,
    run: ({ scope, params, body }) => updateOwnLink(scope, scope.embed.enrolment.partnerId, params.linkId, body),
  }),
  endpoint({
    ...forPage,
    id: 'getEmbedAnalytics',
    method: 'GET',
    path: '/embed/referrals/analytics',
    summary: 'Retrieve the analytics of the partner',
    query: embedAnalyticsQuerySchema,
    output: PartnerAnalytics,
    run: ({ scope, query }) => embedAnalytics(scope, query),
  }),
  endpoint({
    ...forPage,
    id: 'listEmbedEvents',
    method: 'GET',
    path: '/embed/referrals/events',
    summary: 'List events of the links of the partner',
    query: embedEventsQuerySchema,
    output: EmbedEvents,
    run: ({ scope, query }) => embedEvents(scope, query),
  }),
  endpoint({
    ...forPage,
    id: 'listEmbedEarnings',
    method: 'GET',
    path: '/embed/referrals/earnings',
    summary: 'List the commissions of the partner',
    query: embedEarningsQuerySchema,
    output: EmbedEarnings,
    run: ({ scope, query }) => embedEarnings(scope, query),
  }),
  endpoint({
    ...forPage,
    id: 'getEmbedEarningsTimeseries',
    method: 'GET',
    path: '/embed/referrals/earnings/timeseries',
    summary: 'Retrieve clicks, leads, sales and earnings over time',
    query: embedAnalyticsQuerySchema.omit({ groupBy: true }),
    output: PartnerAnalytics,
    run: ({ scope, query }) => embedAnalytics(scope, { ...query, groupBy: 'timeseries' }),
  }),
  endpoint({
    ...forPage,
    id: 'getEmbedLeaderboard',
    method: 'GET',
    path: '/embed/referrals/leaderboard',
    summary: 'List the partners that earned most',
    output: Leaderboard,
    run: ({ scope }) => leaderboard(scope),
  }),
]
