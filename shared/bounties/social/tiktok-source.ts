/** Videos on TikTok, through its Research API. https://developers.tiktok.com/doc/research-api-specs-query-videos */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { days, minutes, seconds } from '../../kernel/time.js'
import type { MetricsSource } from './metrics-source.js'
import { readJson } from './read-json.js'

export interface TiktokAccess {
  url: string
  clientKey: string
  clientSecret: string
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const count = z.number().int().min(0).default(0)
const Videos = z.object({
  data: z.object({
    videos: z.object({ create_time: z.number(), username: z.string(), like_count: count, view_count: count }).array().default([]),
  }),
})

export const tiktokVideoIdOf = (address: string) => /\/(?:video|photo)\/(\d{8,20})(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? null

/** An id begins with the second in which it was assigned. */
const createdAt = (id: string) => new Date(Number(BigInt(id) >> 32n) * 1000)
const dayOf = (at: Date, offset: number) => new Date(at.getTime() + days(offset)).toISOString().slice(0, 10).replaceAll('-', '')

/** Access tokens by access, until shortly before their end. They are valid for two hours. */
const tokens = new LRUCache<string, string>({ max: 10 })

export const tiktokSource = (client: GuardedClient, { url, clientKey, clientSecret }: TiktokAccess): MetricsSource => {
  const cacheKey = `${url} ${clientKey} ${clientSecret}`
  const accessToken = async () => {
    const cached = tokens.get(cacheKey)
    if (cached) return cached
    const body = new URLSearchParams({ client_key: clientKey, client_secret: clientSecret, grant_type: 'client_credentials' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await readJson(client, { platform: 'tiktok', address: `${url}/oauth/token/`, headers, body, schema: Token })
    if (!answer) return ''
    tokens.set(cacheKey, answer.access_token, { ttl: Math.max(seconds(1), seconds(answer.expires_in) - minutes(2)) })
    return answer.access_token
  }
  return {
    async readPost(address) {
      const id = tiktokVideoIdOf(address)
      if (!id) return null
      const at = createdAt(id)
      const query = {
        query: { and: [{ operation: 'EQ', field_name: 'video_id', field_values: [id] }] },
        start_date: dayOf(at, -1),
        end_date: dayOf(at, 1),
        max_count: 1,
      }
      const answer = await readJson(client, {
        platform: 'tiktok',
        address: `${url}/research/video/query/?fields=id,create_time,username,like_count,view_count`,
        headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
        body: JSON.stringify(query),
        schema: Videos,
      }).catch((error: unknown) => {
        tokens.delete(cacheKey) // it may have been revoked
        throw error
      })
      const video = answer?.data.videos[0]
      if (!video) return null
      return {
        account: { id: null, handle: video.username.toLowerCase() },
        publishedAt: new Date(video.create_time * 1000),
        counts: { views: video.view_count, likes: video.like_count },
      }
    },
  }
}
