/** Plays the APIs of social platforms on loopback, as far as bounties use them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface PlayedPost {
  /** Handle of the author. */
  author: string
  publishedAt: string
  views: number
  likes: number
}

export interface SocialPlatforms {
  env: Record<string, string>
  /** Posts by the id that their address contains. */
  posts: Map<string, PlayedPost>
  /** Credentials that were sent. */
  credentials: Set<string>
  close(): Promise<void>
}

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)

type Answer = { status: number; body: unknown }
const found = (body: unknown): Answer => ({ status: 200, body })
const missing: Answer = { status: 404, body: {} }

export async function playSocialPlatforms(): Promise<SocialPlatforms> {
  const posts = new Map<string, PlayedPost>()
  const credentials = new Set<string>()

  const twitter = (id: string): Answer => {
    const post = posts.get(id)
    if (!post) return found({ errors: [{ title: 'Not Found Error' }] })
    const metrics = { impression_count: post.views, like_count: post.likes }
    return found({
      data: { id, author_id: `x-${post.author}`, created_at: post.publishedAt, public_metrics: metrics },
      includes: { users: [{ id: `x-${post.author}`, username: post.author.toUpperCase() }] },
    })
  }
  const tiktok = (body: string): Answer => {
    const { query, start_date, end_date } = JSON.parse(body)
    const [id] = query.and[0].field_values
    const post = posts.get(id)
    const day = post?.publishedAt.slice(0, 10).replaceAll('-', '') ?? ''
    const isInRange = post && start_date <= day && day <= end_date
    const videos = isInRange
      ? [{ create_time: seconds(post.publishedAt), username: post.author, like_count: post.likes, view_count: post.views }]
      : []
    return found({ data: { videos, has_more: false }, error: { code: 'ok' } })
  }
  const instagram = (fields: string): Answer => {
    const handle = /username\(([^)]+)\)/.exec(fields)?.[1]
    const own = [...posts].filter(([, { author }]) => author === handle)
    const after = Number(/after\((\d+)\)/.exec(fields)?.[1] ?? 0)
    // Pages of one post, so that the second is found by its cursor.
    const data = own.slice(after, after + 1).map(([id, post]) => ({
      permalink: `https://www.instagram.com/reel/${id}/`,
      timestamp: post.publishedAt.replace(/Z$/, '+0000'),
      like_count: post.likes,
      view_count: post.views,
    }))
    const paging = after + 1 < own.length ? { cursors: { after: String(after + 1) } } : {}
    return found({ business_discovery: { id: `ig-${handle}`, media: { data, paging } } })
  }
  const linkedin = (path: string, query: URLSearchParams): Answer => {
    const urn = decodeURIComponent(path.split('/').at(-1) ?? '')
    const post = posts.get(urn.split(':').at(-1) ?? '')
    if (path.endsWith('/activities')) {
      const activity = /List\((.+)\)/.exec(query.get('ids') ?? '')?.[1] ?? ''
      return found({ results: { [activity]: { domainEntity: activity.replace('activity', 'share') } } })
    }
    if (path.endsWith('/organizations')) return found({ elements: [{ id: query.get('vanityName') }] })
    if (!post) return missing
    return path.includes('/posts/')
      ? found({ author: `urn:li:organization:${post.author}`, publishedAt: Date.parse(post.publishedAt) })
      : found({ reactionSummaries: { LIKE: { count: post.likes - 1 }, PRAISE: { count: 1 } } })
  }

  const answerTo = (request: IncomingMessage, body: string): Answer => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    credentials.add(request.headers.authorization ?? body)
    if (path.startsWith('/x/tweets/')) return twitter(path.split('/').at(-1) ?? '')
    if (path === '/tiktok/oauth/token/') return found({ access_token: 'token-of-tiktok', expires_in: 7200, token_type: 'Bearer' })
    if (path === '/tiktok/research/video/query/') return tiktok(body)
    if (path.startsWith('/instagram/')) return instagram(query.get('fields') ?? '')
    return path.startsWith('/linkedin/') ? linkedin(path, query) : missing
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { status, body } = answerTo(request, await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    env: {
      TWITTER_API_TOKEN: 'twitter-token-of-the-operator',
      TWITTER_API_URL: `${origin}/x`,
      TIKTOK_CLIENT_KEY: 'tiktok-client-of-the-operator',
      TIKTOK_CLIENT_SECRET: 'tiktok-secret-of-the-operator',
      TIKTOK_API_URL: `${origin}/tiktok`,
      INSTAGRAM_ACCESS_TOKEN: 'instagram-token-of-the-operator',
      INSTAGRAM_ACCOUNT_ID: '17841400000000000',
      INSTAGRAM_API_URL: `${origin}/instagram`,
      LINKEDIN_ACCESS_TOKEN: 'linkedin-token-of-the-operator',
      LINKEDIN_API_URL: `${origin}/linkedin`,
    },
    posts,
    credentials,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
