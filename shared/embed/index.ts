/**
 * Embedded referral pages: what a partner sees inside another website. The server of that website creates a token for one partner; the
 * browser calls the endpoints below `/embed/referrals` with it. A token acts for the user who created it, and only on data of its partner.
 */
export { createReferralsEmbedToken } from './create-embed-token.js'
export { deleteExpiredEmbedTokens } from './delete-expired-embed-tokens.js'
export { embedAnalytics, EmbedEarnings, embedEarnings, embedEarningsQuerySchema, Leaderboard, leaderboard } from './embed-earnings.js'
export { embedOverview, EmbedOverviewSchema } from './embed-overview.js'
export { EmbedPageQuery, type EmbedScope, embeddingHosts, embedScope } from './embed-scope.js'
export { createReferralsEmbedTokenSchema, ReferralsEmbedTokenSchema } from './embed-token.schema.js'
