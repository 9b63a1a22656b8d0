/** What social platforms publish about an account, as far as the operator has configured their APIs. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { Scope } from '../../kernel/scope.js'
import type { SocialConfig } from '../../kernel/social-config.js'
import { handleIn } from './accounts.queries.js'
import { readJson } from './read-json.js'

export interface SocialProfile {
  /** Id of the account on the platform. */
  platformId: string
  avatarUrl: string | null
  subscribers: number
  posts: number
  views: number
}

export const profilePlatforms = ['youtube', 'twitter', 'instagram'] as const
export type ProfilePlatform = (typeof profilePlatforms)[number]

interface Account {
  /** Without `@`, in lower case. */
  handle: string
  /** Null until the account was read for the first time. */
  platformId: string | null
}

/** Returns null if there is no such account. Throws if the platform does not answer. */
export type ReadProfile = (account: { identifier: string; platformId: string | null }) => Promise<SocialProfile | null>

type Access<Platform extends ProfilePlatform> = NonNullable<SocialConfig[Platform]>

/** Reads accounts of a platform; null if the installation has no access to it. */
export function profileReader(
  { guardedClient: client, config }: Pick<Scope, 'guardedClient'> & { config: Pick<SocialConfig, ProfilePlatform> },
  platform: ProfilePlatform,
): ReadProfile | null {
  const { youtube, twitter, instagram } = config
  const readers = {
    youtube: youtube && ((account: Account) => youtubeProfile(client, youtube, account)),
    twitter: twitter && ((account: Account) => twitterProfile(client, twitter, account)),
    instagram: instagram && ((account: Account) => instagramProfile(client, instagram, account)),
  }
  const read = readers[platform]
  return read ? ({ identifier, platformId }) => read({ handle: handleIn(identifier) ?? '', platformId }) : null
}

/** YouTube sends counts as text, and omits those that the owner hides. */
const count = z.coerce.number().int().min(0).default(0)
const Channels = z.object({
  items: z
    .object({
      id: z.string(),
      snippet: z.object({ thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).default({}) }),
      statistics: z.object({ subscriberCount: count, videoCount: count, viewCount: count }),
    })
    .array()
    .default([]),
})

async function youtubeProfile(client: GuardedClient, { url, key }: Access<'youtube'>, { handle, platformId }: Account) {
  const query = new URLSearchParams({ part: 'snippet,statistics', ...(platformId ? { id: platformId } : { forHandle: handle }) })
  const address = `${url}/channels?${query.toString()}`
  const answer = await readJson(client, { platform: 'youtube', address, headers: { 'x-goog-api-key': key }, schema: Channels })
  const channel = answer?.items[0]
  if (!channel) return null
  const { subscriberCount: subscribers, videoCount: posts, viewCount: views } = channel.statistics
  return { platformId: channel.id, avatarUrl: channel.snippet.thumbnails.default?.url ?? null, subscribers, posts, views }
}

/** Without `data` if there is no such account. */
const TwitterUser = z.object({
  data: z
    .object({
      id: z.string(),
      profile_image_url: z.string().nullish(),
      public_metrics: z.object({ followers_count: count, tweet_count: count }),
    })
    .optional(),
})

async function twitterProfile(client: GuardedClient, { url, key }: Access<'twitter'>, { handle, platformId }: Account) {
  const user = platformId ? encodeURIComponent(platformId) : `by/username/${encodeURIComponent(handle)}`
  const address = `${url}/users/${user}?user.fields=profile_image_url,public_metrics`
  const headers = { authorization: `Bearer ${key}` }
  const data = (await readJson(client, { platform: 'twitter', address, headers, schema: TwitterUser }))?.data
  if (!data) return null
  const { followers_count: subscribers, tweet_count: posts } = data.public_metrics
  return { platformId: data.id, avatarUrl: data.profile_image_url ?? null, subscribers, posts, views: 0 }
}

const InstagramAccount = z.object({
  business_discovery: z
    .object({ id: z.string(), profile_picture_url: z.string().nullish(), followers_count: count, media_count: count })
    .optional(),
})

async function instagramProfile(client: GuardedClient, { url, accessToken, accountId }: Access<'instagram'>, { handle }: Account) {
  if (!/^[\w.]{1,30}$/.test(handle)) return null
  const fields = `business_discovery.username(${handle}){id,profile_picture_url,followers_count,media_count}`
  const address = `${url}/${accountId}?${new URLSearchParams({ fields }).toString()}`
  const headers = { authorization: `Bearer ${accessToken}` }
  const found = (await readJson(client, { platform: 'instagram', address, headers, schema: InstagramAccount }))?.business_discovery
  if (!found) return null
  const { id, profile_picture_url: avatarUrl = null, followers_count: subscribers, media_count: posts } = found
  return { platformId: id, avatarUrl, subscribers, posts, views: 0 }
}
