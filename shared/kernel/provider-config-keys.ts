/** Environment variables of outside services. */
import { z } from 'zod'
import { type ConfigKey, apiUrl, integer, key, percentage, url } from './config-rules.js'

export const providerKeys = {
  DISPOSABLE_EMAIL_DOMAINS_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'built-in list of well-known ones',
    description: 'URL of more email domains that the fraud rules suspect: a text with one domain per line, fetched every week',
  },
  EXCHANGE_RATES_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'built-in rates of 2025-10-01',
    description: 'URL of daily exchange rates: JSON with `base`, `date` and `rates`',
  },
  STRIPE_API_URL: apiUrl('https://api.stripe.com', 'Stripe API'),
  SHOPIFY_API_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'the address of each shop',
    description: 'Base URL of the Shopify API',
  },
  PAYPAL_API_URL: apiUrl('https://api-m.paypal.com', 'PayPal API; `https://api-m.sandbox.paypal.com` for tests'),
  BITLY_API_URL: apiUrl('https://api-ssl.bitly.com/v4', 'Bitly API, for imports'),
  REBRANDLY_API_URL: apiUrl('https://api.rebrandly.com/v1', 'Rebrandly API, for imports'),
  SHORTIO_API_URL: apiUrl('https://api.short.io/api', 'Short.io API, for imports'),
  KUTT_API_URL: apiUrl('https://kutt.it/api/v2', 'Kutt API, for imports that name no installation'),
  DUB_API_URL: apiUrl('https://api.dub.co', 'Dub API, for imports that name no installation'),
  REWARDFUL_API_URL: apiUrl('https://api.getrewardful.com/v1', 'Rewardful API, for imports'),
  TOLT_API_URL: apiUrl('https://api.tolt.com/v1', 'Tolt API, for imports'),
  FIRSTPROMOTER_API_URL: apiUrl('https://v2.firstpromoter.com/api/v2/company', 'FirstPromoter API, for imports'),
  PARTNERSTACK_API_URL: apiUrl('https://api.partnerstack.com/api/v2', 'PartnerStack API, for imports'),
  TAPFILIATE_API_URL: apiUrl('https://api.tapfiliate.com/1.6', 'Tapfiliate API, for imports'),
  PAYOUT_FEE: {
    schema: percentage.default(0),
    defaultText: '0',
    description: 'Fee on the payouts of a workspace, in percent, shown on its invoices',
  },
  PAYOUT_FEE_WAIVER: {
    schema: integer(0, 1_000_000_000).default(0),
    defaultText: '0',
    description: 'Amount of payouts, in cents, that is free of the fee for each workspace',
  },
  YOUTUBE_API_KEY: {
    schema: key('').optional(),
    defaultText: 'bounties cannot count views and likes of videos',
    description: 'Key of the YouTube Data API, for bounties that count views or likes',
    secret: true,
  },
  YOUTUBE_API_URL: apiUrl('https://www.googleapis.com/youtube/v3', 'YouTube Data API'),
  TWITTER_API_TOKEN: {
    schema: key('').optional(),
    defaultText: 'bounties cannot count views and likes of posts on X',
    description: 'Bearer token of the X API, for bounties that count views or likes',
    secret: true,
  },
  TWITTER_API_URL: apiUrl('https://api.x.com/2', 'X API'),
  DYNADOT_API_KEY: {
    schema: key('').optional(),
    defaultText: 'no domains can be registered',
    description: 'Key of the Dynadot API, for the registration of domains; its account pays for them',
    secret: true,
  },
  DYNADOT_API_URL: apiUrl('https://api.dynadot.com', 'Dynadot API'),
  SLACK_BOT_TOKEN: {
    schema: key('').optional(),
    defaultText: 'operators cannot share channels with workspaces',
    description: 'Bot token of a Slack app, for channels that the operator shares with a workspace',
    secret: true,
  },
  SLACK_API_URL: apiUrl('https://slack.com/api', 'Slack API'),
  VERIFF_API_KEY: {
    schema: key('').optional(),
    defaultText: 'operators check the identity of partners themselves',
    description: 'Key of the Veriff API, for the identity of partners',
    secret: true,
  },
  VERIFF_SHARED_SECRET: {
    schema: key('').optional(),
    defaultText: 'results of Veriff are refused',
    description: 'Shared secret key of Veriff, which signs the results that it sends to BASE_URL/identity/webhooks/veriff',
    secret: true,
  },
  VERIFF_API_URL: apiUrl('https://stationapi.veriff.com', 'Veriff API'),
  MEMORY_EMBEDDINGS_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'memories are found by full-text search',
    description: 'Base URL, up to `/v1`, of an OpenAI-compatible endpoint for embeddings',
  },
  MEMORY_EMBEDDINGS_KEY: {
    schema: key('').optional(),
    defaultText: 'no key is sent',
    description: 'API key of that endpoint',
    secret: true,
  },
  MEMORY_EMBEDDINGS_MODEL: {
    schema: z.string().default('text-embedding-3-small'),
    defaultText: 'text-embedding-3-small',
    description: 'Embedding model; after a change all vectors are recomputed',
  },
  MEMORY_CHAT_URL: {
    schema: url('http:', 'https:').optional(),
    defaultText: 'memories are stored verbatim',
    description: 'Base URL, up to `/v1`, of an OpenAI-compatible endpoint for memories with `infer`',
  },
  MEMORY_CHAT_KEY: { schema: key('').optional(), defaultText: 'no key is sent', description: 'API key of that endpoint', secret: true },
  MEMORY_CHAT_MODEL: { schema: z.string().default('gpt-4o-mini'), defaultText: 'gpt-4o-mini', description: 'Chat model' },
} satisfies Record<string, ConfigKey>
