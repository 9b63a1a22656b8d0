/** Sources of the views and likes of posts: the public APIs of social platforms, as far as the operator has configured them. */
import type { Config } from '../../kernel/config.js'
import type { Scope } from '../../kernel/scope.js'
import { platformNotConfigured } from '../errors.js'
import type { SocialMetric, SocialPlatform } from './platforms.js'
import { twitterSource } from './twitter-source.js'
import { youtubeSource } from './youtube-source.js'

export interface Post {
  /** Id of the account on the platform. */
  accountId: string
  publishedAt: Date
  counts: Record<SocialMetric, number>
}

export interface MetricsSource {
  /** Null if there is no such public post. Throws if the platform does not answer. */
  readPost(address: string): Promise<Post | null>
}

type WithClient = Pick<Scope, 'guardedClient'> & { config: Pick<Config, 'youtube' | 'twitter'> }

const keysOf: Partial<Record<SocialPlatform, string>> = { youtube: 'YOUTUBE_API_KEY', twitter: 'TWITTER_API_TOKEN' }

/** The source for a platform; throws if the installation has none. */
export function requireMetricsSource({ guardedClient, config }: WithClient, platform: SocialPlatform): MetricsSource {
  if (platform === 'youtube' && config.youtube) return youtubeSource(guardedClient, config.youtube)
  if (platform === 'twitter' && config.twitter) return twitterSource(guardedClient, config.twitter)
  const key = keysOf[platform]
  throw platformNotConfigured(platform, key ? `Its operator must set ${key}.` : 'Ask for a url instead, and check the posts yourself.')
}
