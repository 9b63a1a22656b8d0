/** Videos on YouTube, through the YouTube Data API. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
import { readJson } from './read-json.js'

/** The API sends counts as text, and omits those that the owner hides. */
const count = z.coerce.number().int().min(0).default(0)
const Videos = z.object({
  items: z.array(
    z.object({
      snippet: z.object({ channelId: z.string(), publishedAt: z.coerce.date() }),
      statistics: z.object({ viewCount: count, likeCount: count }),
    }),
  ),
})

/** Without `items` if there is no such channel. */
const Channels = z.object({ items: z.object({ id: z.string() }).array().default([]) })

/** The id in the address of a video: `watch?v=`, `/shorts/` and the like, or the short domain. */
export function videoIdOf(address: string): string | null {
  const { hostname, pathname, searchParams } = new URL(address)
  const id = hostname.endsWith('youtu.be')
    ? pathname.slice(1)
    : (searchParams.get('v') ?? /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1])
  return id && /^[\w-]{6,20}$/.test(id) ? id : null
}

export const youtubeSource = (client: GuardedClient, { url, key }: { url: string; key: string }): MetricsSource => {
  const read = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    readJson(client, { platform: 'youtube', address: url + path, headers: { 'x-goog-api-key': key }, schema })
  return {
    async readPost(address) {
      const id = videoIdOf(address)
      if (!id) return null
      const video = (await read(`/videos?part=snippet,statistics&id=${id}`, Videos))?.items[0]
      if (!video) return null
      const { snippet, statistics } = video
      return {
        account: { id: snippet.channelId, handle: null },
        publishedAt: snippet.publishedAt,
        counts: { views: statistics.viewCount, likes: statistics.likeCount },
      }
    },
    async accountIdOf(handle) {
      const answer = await read(`/channels?part=id&forHandle=${encodeURIComponent(handle)}`, Channels)
      return answer?.items[0]?.id ?? null
    },
  }
}
