/**
 * Posts on LinkedIn, through its Community Management API.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 */
import { z } from 'zod'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { MetricsSource } from './metrics-source.js'
import { readJson } from './read-json.js'

const apiVersion = '202510'

const Activities = z.object({ results: z.record(z.string(), z.object({ domainEntity: z.string().optional() })) })
const PostAnswer = z.object({ author: z.string(), publishedAt: z.number().optional(), createdAt: z.number().optional() })
/** Counts by type of reaction. */
const SocialMetadata = z.object({ reactionSummaries: z.record(z.string(), z.object({ count: z.number().int().min(0) })).default({}) })
const Organizations = z.object({ elements: z.object({ id: z.union([z.number(), z.string()]).transform(String) }).array() })

/** The name of the post in its address: an activity, or the share or post behind it. */
export function postUrnOf(address: string): string | null {
  const [, type, id] = /(activity|share|ugcPost)(?:[:-]|%3[Aa])(\d{15,25})/.exec(new URL(address).pathname) ?? []
  return type && id ? `urn:li:${type}:${id}` : null
}

export const linkedinSource = (client: GuardedClient, { url, key }: { url: string; key: string }): MetricsSource => {
  const headers = { authorization: `Bearer ${key}`, 'linkedin-version': apiVersion, 'x-restli-protocol-version': '2.0.0' }
  const read = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    readJson(client, { platform: 'linkedin', address: url + path, headers, schema })
  const entityOf = async (urn: string) => {
    if (!urn.includes(':activity:')) return urn
    const answer = await read(`/activities?ids=List(${encodeURIComponent(urn)})`, Activities)
    return answer?.results[urn]?.domainEntity ?? null
  }
  return {
    async readPost(address) {
      const named = postUrnOf(address)
      const urn = named && (await entityOf(named))
      if (!urn) return null
      const post = await read(`/posts/${encodeURIComponent(urn)}`, PostAnswer)
      const social = post && (await read(`/socialMetadata/${encodeURIComponent(urn)}`, SocialMetadata))
      if (!post || !social) return null
      const likes = Object.values(social.reactionSummaries).reduce((sum, { count }) => sum + count, 0)
      return {
        account: { id: post.author, handle: null },
        publishedAt: new Date(post.publishedAt ?? post.createdAt ?? 0),
        counts: { views: 0, likes },
      }
    },
    /** Only organizations can be found by their name; the platform keeps those of members to itself. */
    async accountIdOf(handle) {
      const answer = await read(`/organizations?q=vanityName&vanityName=${encodeURIComponent(handle)}`, Organizations)
      const id = answer?.elements[0]?.id
      return id ? `urn:li:organization:${id}` : null
    },
  }
}
