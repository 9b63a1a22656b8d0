/** Posts on X, formerly Twitter, through its API. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
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
  includes: z.object({ users: z.object({ id: z.string(), username: z.string() }).array().default([]) }).optional(),
})

const postIdOf = (address: string) => /\/status\/(\d{1,20})(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? null

export const twitterSource = (client: GuardedClient, { url, key }: { url: string; key: string }): MetricsSource => ({
  async readPost(post) {
    const id = postIdOf(post)
    if (!id) return null
    const fields = 'tweet.fields=author_id,created_at,public_metrics&expansions=author_id&user.fields=username'
    const address = `${url}/tweets/${id}?${fields}`
    const answer = await readJson(client, { platform: 'twitter', address, headers: { authorization: `Bearer ${key}` }, schema: PostAnswer })
    if (!answer?.data) return null
    const { author_id: authorId, created_at: publishedAt, public_metrics: metrics } = answer.data
    const author = answer.includes?.users.find((user) => user.id === authorId)
    const account = { id: authorId, handle: author?.username.toLowerCase() ?? null }
    return { account, publishedAt, counts: { views: metrics.impression_count, likes: metrics.like_count } }
  },
})
