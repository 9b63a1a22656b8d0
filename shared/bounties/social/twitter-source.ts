/** Posts and accounts on X, formerly Twitter, through its API. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
import type { SocialProfile } from './profile-source.js'
import { readJson } from './read-json.js'

/** Without `data` if there is no such post. */
const PostAnswer = z.object({
  data: z
    .object({
      author_id: z.string(),
      created_at: z.coerce.date(),
      public_metrics: z.object({ impression_count: z.number().default(0), like_count: z.number() }),
    })
    .optional(),
})

const postIdOf = (address: string) => /\/status\/(\d{1,20})(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? null

export const twitterSource = (client: GuardedClient, { url, key }: { url: string; key: string }): MetricsSource => ({
  async readPost(address) {
    const id = postIdOf(address)
    if (!id) return null
    const fields = 'tweet.fields=author_id,created_at,public_metrics'
    const answer = await readJson(client, 'twitter', `${url}/tweets/${id}?${fields}`, { authorization: `Bearer ${key}` }, PostAnswer)
    if (!answer?.data) return null
    const { author_id: accountId, created_at: publishedAt, public_metrics: metrics } = answer.data
    return { accountId, publishedAt, counts: { views: metrics.impression_count, likes: metrics.like_count } }
  },
})

/** Without `data` if there is no such account. */
const UserAnswer = z.object({
  data: z
    .object({
      id: z.string(),
      profile_image_url: z.string().nullish(),
      public_metrics: z.object({ followers_count: z.number(), tweet_count: z.number() }),
    })
    .optional(),
})

/** The account with the id, or with the name as long as its id is unknown. X publishes no views of accounts. */
export async function readTwitterProfile(
  client: GuardedClient,
  { url, key }: { url: string; key: string },
  { identifier, platformId }: { identifier: string; platformId: string | null },
): Promise<SocialProfile | null> {
  const path = platformId ? `users/${encodeURIComponent(platformId)}` : `users/by/username/${encodeURIComponent(identifier)}`
  const address = `${url}/${path}?user.fields=profile_image_url,public_metrics`
  const answer = await readJson(client, 'twitter', address, { authorization: `Bearer ${key}` }, UserAnswer)
  if (!answer?.data) return null
  const { id, profile_image_url: avatarUrl = null, public_metrics: metrics } = answer.data
  return { platformId: id, avatarUrl, subscribers: metrics.followers_count, posts: metrics.tweet_count, views: 0 }
}
