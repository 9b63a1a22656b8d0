/** Addresses of the services that are imported from. */
import type { ParsedEnv } from './config-keys.js'
import { withoutSlash } from './config-rules.js'

export const importAddresses = (env: ParsedEnv) => ({
  bitly: withoutSlash(env.BITLY_API_URL),
  rebrandly: withoutSlash(env.REBRANDLY_API_URL),
  short: withoutSlash(env.SHORTIO_API_URL),
  shortStatistics: withoutSlash(env.SHORTIO_STATISTICS_API_URL),
  kutt: withoutSlash(env.KUTT_API_URL),
  dub: withoutSlash(env.DUB_API_URL),
  rewardful: withoutSlash(env.REWARDFUL_API_URL),
  tolt: withoutSlash(env.TOLT_API_URL),
  firstpromoter: withoutSlash(env.FIRSTPROMOTER_API_URL),
  partnerstack: withoutSlash(env.PARTNERSTACK_API_URL),
  tapfiliate: withoutSlash(env.TAPFILIATE_API_URL),
})

export type ImportAddresses = ReturnType<typeof importAddresses>
