/**
 * Posts of professional accounts on Instagram, through Business Discovery of the Graph API.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-facebook-login/business-discovery
 */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
import { readJson } from './read-json.js'

export interface InstagramAccess {
  url: string
  accessToken: string
  /** The professional account of the operator, by which those of others are queried. */
  accountId: string
}

const pageSize = 100
/** Older posts are not found. */
const maxPages = 10

/** Likes are absent if the owner hides them, views if the post is not a video. */
const count = z.number().int().min(0).default(0)
const Media = z.object({ permalink: z.string(), timestamp: z.coerce.date(), like_count: count, view_count: count })
const Discovery = z.object({
  business_discovery: z.object({
    id: z.string(),
    media: z
      .object({
        data: Media.array(),
        paging: z.object({ cursors: z.object({ after: z.string().optional() }).optional() }).optional(),
      })
      .optional(),
  }),
})

/** The code in the address of a post or a reel, which may follow the handle. */
export const shortcodeOf = (address: string) => /\/(?:p|reel|reels|tv)\/([\w-]{5,40})(?:\/|$)/.exec(new URL(address).pathname)?.[1] ?? null

export const instagramSource = (client: GuardedClient, { url, accessToken, accountId }: InstagramAccess): MetricsSource => ({
  async readPost(address, handle) {
    const shortcode = shortcodeOf(address)
    if (!shortcode || !handle || !/^[\w.]{1,30}$/.test(handle)) return null
    let after = ''
    for (let page = 0; page < maxPages; page++) {
      const media = `media${after}.limit(${pageSize}){permalink,timestamp,like_count,view_count}`
      const query = new URLSearchParams({ fields: `business_discovery.username(${handle}){id,${media}}` })
      const headers = { authorization: `Bearer ${accessToken}` }
      const answer = await readJson(client, {
        platform: 'instagram',
        address: `${url}/${accountId}?${query.toString()}`,
        headers,
        schema: Discovery,
      })
      const found = answer?.business_discovery
      const post = found?.media?.data.find(({ permalink }) => shortcodeOf(permalink) === shortcode)
      if (found && post)
        return {
          account: { id: found.id, handle },
          publishedAt: post.timestamp,
          counts: { views: post.view_count, likes: post.like_count },
        }
      const next = found?.media?.paging?.cursors?.after
      if (!next || !/^[\w=-]+$/.test(next)) return null
      after = `.after(${next})`
    }
    return null
  },
})
