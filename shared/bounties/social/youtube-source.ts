/** Videos and channels on YouTube, through the YouTube Data API. */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
import type { SocialProfile } from './profile-source.js'
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

/** The id in the address of a video: `watch?v=`, `/shorts/` and the like, or the short domain. */
export function videoIdOf(address: string): string | null {
  const { hostname, pathname, searchParams } = new URL(address)
  const id = hostname.endsWith('youtu.be')
    ? pathname.slice(1)
    : (searchParams.get('v') ?? /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1])
  return id && /^[\w-]{6,20}$/.test(id) ? id : null
}

export const youtubeSource = (client: GuardedClient, { url, key }: { url: string; key: string }): MetricsSource => ({
  async readPost(address) {
    const id = videoIdOf(address)
    if (!id) return null
    const videos = await readJson(client, 'youtube', `${url}/videos?part=snippet,statistics&id=${id}`, { 'x-goog-api-key': key }, Videos)
    const video = videos?.items[0]
    if (!video) return null
    const { snippet, statistics } = video
    return {
      accountId: snippet.channelId,
      publishedAt: snippet.publishedAt,
      counts: { views: statistics.viewCount, likes: statistics.likeCount },
    }
  },
})

const Channels = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z.object({ thumbnails: z.object({ default: z.object({ url: z.string() }).optional() }).default({}) }),
        statistics: z.object({ subscriberCount: count, videoCount: count, viewCount: count }),
      }),
    )
    .default([]),
})

/** The channel with the id, or with the handle as long as its id is unknown. */
export async function readYoutubeProfile(
  client: GuardedClient,
  { url, key }: { url: string; key: string },
  { identifier, platformId }: { identifier: string; platformId: string | null },
): Promise<SocialProfile | null> {
  const query = new URLSearchParams({ part: 'snippet,statistics', ...(platformId ? { id: platformId } : { forHandle: identifier }) })
  const channels = await readJson(client, 'youtube', `${url}/channels?${query.toString()}`, { 'x-goog-api-key': key }, Channels)
  const channel = channels?.items[0]
  if (!channel) return null
  const { statistics, snippet } = channel
  return {
    platformId: channel.id,
    avatarUrl: snippet.thumbnails.default?.url ?? null,
    subscribers: statistics.subscriberCount,
    posts: statistics.videoCount,
    views: statistics.viewCount,
  }
}
