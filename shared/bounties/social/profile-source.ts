/** What social platforms publish about an account, as far as the operator has configured their APIs. */
import type { Config } from '../../kernel/config.js'
import type { Scope } from '../../kernel/scope.js'
import { readTwitterProfile } from './twitter-source.js'
import { readYoutubeProfile } from './youtube-source.js'

export interface SocialProfile {
  /** Id of the account on the platform. */
  platformId: string
  avatarUrl: string | null
  subscribers: number
  posts: number
  views: number
}

export const profilePlatforms = ['youtube', 'twitter'] as const
export type ProfilePlatform = (typeof profilePlatforms)[number]

/** Returns null if there is no such account. Throws if the platform does not answer. */
export type ReadProfile = (account: { identifier: string; platformId: string | null }) => Promise<SocialProfile | null>

/** Reads accounts of a platform; null if the installation has no access to it. */
export function profileReader(
  { guardedClient, config }: Pick<Scope, 'guardedClient'> & { config: Pick<Config, ProfilePlatform> },
  platform: ProfilePlatform,
): ReadProfile | null {
  const endpoint = config[platform]
  if (!endpoint) return null
  const read = platform === 'youtube' ? readYoutubeProfile : readTwitterProfile
  return (account) => read(guardedClient, endpoint, account)
}
