/** Sources of the views and likes of posts: the public APIs of social platforms, as far as the operator has configured them. */
import type { Scope } from '../../kernel/scope.js'
import type { SocialConfig } from '../../kernel/social-config.js'
import { platformNotConfigured } from '../errors.js'
import { instagramSource } from './instagram-source.js'
import { linkedinSource } from './linkedin-source.js'
import type { SocialMetric, SocialPlatform } from './platforms.js'
import { tiktokSource } from './tiktok-source.js'
import { twitterSource } from './twitter-source.js'
import { youtubeSource } from './youtube-source.js'

/** An account on a platform, as far as it is known: platforms name it in different ways. */
export interface SocialAccount {
  id: string | null
  /** Without `@`, in lower case. */
  handle: string | null
}

export interface Post {
  account: SocialAccount
  publishedAt: Date
  counts: Record<SocialMetric, number>
}

export interface MetricsSource {
  /**
   * Null if there is no such public post; `handle` is that of the account which is supposed to have published it. Throws if the platform
   * does not answer.
   */
  readPost(address: string, handle: string | null): Promise<Post | null>
  /** The id of the account with the handle. Absent where posts name the handle. */
  accountIdOf?(handle: string): Promise<string | null>
}

type WithClient = Pick<Scope, 'guardedClient'> & { config: SocialConfig }

/** The settings that the operator makes for a platform. */
const keysOf: Record<SocialPlatform, string> = {
  youtube: 'YOUTUBE_API_KEY',
  twitter: 'TWITTER_API_TOKEN',
  tiktok: 'TIKTOK_CLIENT_KEY and TIKTOK_CLIENT_SECRET',
  instagram: 'INSTAGRAM_ACCESS_TOKEN and INSTAGRAM_ACCOUNT_ID',
  linkedin: 'LINKEDIN_ACCESS_TOKEN',
}

/** The source for a platform; throws if the installation has none. */
export function requireMetricsSource({ guardedClient, config }: WithClient, platform: SocialPlatform): MetricsSource {
  if (platform === 'youtube' && config.youtube) return youtubeSource(guardedClient, config.youtube)
  if (platform === 'twitter' && config.twitter) return twitterSource(guardedClient, config.twitter)
  if (platform === 'tiktok' && config.tiktok) return tiktokSource(guardedClient, config.tiktok)
  if (platform === 'instagram' && config.instagram) return instagramSource(guardedClient, config.instagram)
  if (platform === 'linkedin' && config.linkedin) return linkedinSource(guardedClient, config.linkedin)
  throw platformNotConfigured(platform, keysOf[platform])
}
