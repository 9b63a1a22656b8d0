import { withoutSlash } from './config-rules.js'

/** Settings of the social platforms whose posts bounties count. Undefined without credentials. */
export interface SocialConfig {
  youtube: ApiEndpoint | undefined
  twitter: ApiEndpoint | undefined
  tiktok: { url: string; clientKey: string; clientSecret: string } | undefined
  instagram: { url: string; accessToken: string; accountId: string } | undefined
  linkedin: ApiEndpoint | undefined
}

interface ApiEndpoint {
  url: string
  key: string
}

type Address = 'YOUTUBE_API_URL' | 'TWITTER_API_URL' | 'TIKTOK_API_URL' | 'INSTAGRAM_API_URL' | 'LINKEDIN_API_URL'
type Credential =
  | 'YOUTUBE_API_KEY'
  | 'TWITTER_API_TOKEN'
  | 'TIKTOK_CLIENT_KEY'
  | 'TIKTOK_CLIENT_SECRET'
  | 'INSTAGRAM_ACCESS_TOKEN'
  | 'INSTAGRAM_ACCOUNT_ID'
  | 'LINKEDIN_ACCESS_TOKEN'
export type SocialEnv = Record<Address, string> & Partial<Record<Credential, string | undefined>>

const endpoint = (url: string, key: string | undefined) => (key ? { url: withoutSlash(url), key } : undefined)

export function socialConfig(env: SocialEnv): SocialConfig {
  const { TIKTOK_CLIENT_KEY: clientKey, TIKTOK_CLIENT_SECRET: clientSecret } = env
  const { INSTAGRAM_ACCESS_TOKEN: accessToken, INSTAGRAM_ACCOUNT_ID: accountId } = env
  return {
    youtube: endpoint(env.YOUTUBE_API_URL, env.YOUTUBE_API_KEY),
    twitter: endpoint(env.TWITTER_API_URL, env.TWITTER_API_TOKEN),
    tiktok: clientKey && clientSecret ? { url: withoutSlash(env.TIKTOK_API_URL), clientKey, clientSecret } : undefined,
    instagram: accessToken && accountId ? { url: withoutSlash(env.INSTAGRAM_API_URL), accessToken, accountId } : undefined,
    linkedin: endpoint(env.LINKEDIN_API_URL, env.LINKEDIN_ACCESS_TOKEN),
  }
}
