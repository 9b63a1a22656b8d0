/** Bounties that count the views of posts, with a server that plays the API of the platform. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { hours } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { playSocialPlatforms, type SocialPlatforms } from '../../support/social-platforms.js'

interface Video {
  channelId: string
  viewCount: number
  publishedAt: string
}

let api: TestApi
let server: Server
let platforms: SocialPlatforms
const videos = new Map<string, Video>()
const keys = new Set<unknown>()
/** Called before the answer when a video is read. */
const onRead = new Map<string, () => unknown>()

test.before(async () => {
  server = createServer(async (request, response) => {
    keys.add(request.headers['x-goog-api-key'])
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://localhost')
    const id = searchParams.get('id') ?? ''
    const video = videos.get(id)
    await onRead.get(id)?.()
    if (pathname.endsWith('/channels'))
      return response.writeHead(200).end(JSON.stringify({ items: [{ id: `channel-${searchParams.get('forHandle')}` }] }))
    const items = video
      ? [
          {
            snippet: { channelId: video.channelId, publishedAt: video.publishedAt },
            statistics: { viewCount: String(video.viewCount), likeCount: '1' },
          },
        ]
      : []
    response.writeHead(id === 'broken00000' ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ items }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  platforms = await playSocialPlatforms()
  api = await testApi({
    ...platforms.env,
    YOUTUBE_API_KEY: 'youtube-key-of-the-operator',
    YOUTUBE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/youtube/v3`,
    ALLOW_PRIVATE_TARGETS: 'true',
  })
})
test.after.always(async () => {
  await api.close()
  await platforms.close()
  server.closeAllConnections()
  server.close()
})

let nextVideo = 0
const address = (id: string) => `https://www.youtube.com/watch?v=${id}`

/** A bounty of $10 for 100 views, with $2 for every 50 further views up to 200, and a partner with a verified channel. */
async function withChannel() {
  const tenant = await partnerProgram(api)
  const { call, rows, program } = tenant
  const ann = await tenant.enrol({ name: 'Ann' })
  await rows(
    `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
     values ($1, 'youtube', '@Ann', now(), now(), now())`,
    [ann.partner.id],
  )
  const { body: bounty } = await call('POST /bounties', {
    type: 'submission',
    name: 'Make a video',
    rewardAmount: 1000,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    submissionRequirements: {
      socialMetrics: {
        platform: 'youtube',
        metric: 'views',
        minCount: 100,
        incrementalBonus: { incrementCount: 50, bonusPerIncrement: 200, maxCount: 200 },
      },
    },
  })
  const video = (row: Partial<Video> = {}) => {
    const id = `video${String(nextVideo++).padStart(6, '0')}`
    videos.set(id, { channelId: 'channel-ann', viewCount: 10, publishedAt: new Date().toISOString(), ...row })
    return id
  }
  const submit = (id: string, partner = ann.partner) =>
    call(`POST /bounties/${bounty.id}/submissions`, { partnerId: partner.id, urls: [address(id)], isDraft: true })
  const synced = async () => (await call(`GET /bounties/${bounty.id}`)).body.socialMetricsLastSyncedAt
  return { ...tenant, program, ann, bounty, video, submit, synced }
}

test('a post is a draft until it has enough views, and then earns its tier', async (t) => {
  const { call, bounty, video, submit, commissions } = await withChannel()
  const id = video()
  const { body: submission } = await submit(id)
  t.like(submission, { status: 'draft', socialMetricCount: 10, urls: [address(id)] })
  const path = `/bounties/${bounty.id}/submissions/${submission.id}`
  t.is((await call(`POST ${path}/approve`)).status, 400)

  videos.set(id, { ...(videos.get(id) as Video), viewCount: 170 })
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`, { submissionId: submission.id })).status, 200)
  t.like((await call(`GET ${path}`)).body, { status: 'submitted', socialMetricCount: 170 })
  t.is((await call(`POST ${path}/approve`)).status, 200)
  t.is((await commissions())[0].earnings, 1200)
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`, { submissionId: submission.id })).status, 400)
  t.deepEqual([...keys], ['youtube-key-of-the-operator'])
})

test('a post that has enough views already is submitted at once', async (t) => {
  const { video, submit } = await withChannel()
  t.like((await submit(video({ viewCount: 5000 }))).body, { status: 'submitted', socialMetricCount: 5000 })
})

test('only new posts of the verified account of the partner are accepted', async (t) => {
  const { video, submit, enrol } = await withChannel()
  t.is((await submit(video({ channelId: 'channel-eve' }))).status, 422)
  t.is((await submit(video({ publishedAt: '2020-01-01T00:00:00Z' }))).status, 422)
  t.is((await submit('unknown0000')).status, 422)
  t.is((await submit(video(), (await enrol()).partner)).status, 403)
})

test('a platform that does not answer is a clear error', async (t) => {
  const { submit } = await withChannel()
  const { status: answered, body } = await submit('broken00000')
  t.is(answered, 400)
  t.regex(body.error.message, /youtube did not answer/)
})

test('a job reads all posts of a bounty, and one that cannot be read keeps its count', async (t) => {
  const { call, bounty, video, submit, rows, enrol } = await withChannel()
  const id = video()
  const { body: submission } = await submit(id)
  const bob = await enrol()
  await api.make.submission({ id: bounty.id, programId: bob.enrolment.programId }, bob.partner, {
    urls: [address('broken00000')],
    socialMetricCount: 120,
  })
  videos.set(id, { ...(videos.get(id) as Video), viewCount: 100 })
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`)).status, 200)
  await runQueuedJobs(api.resources)
  await runJobByName(api.resources, 'bounties.sync-social-metrics', { bountyId: bounty.id })
  t.like((await call(`GET /bounties/${bounty.id}/submissions/${submission.id}`)).body, { status: 'submitted', socialMetricCount: 100 })
  t.deepEqual(
    (await rows('select social_metric_count::int as count from bounty_submissions where bounty_id = $1 order by 1', [bounty.id])).map(
      ({ count }) => count,
    ),
    [100, 120],
  )
  t.truthy((await call(`GET /bounties/${bounty.id}`)).body.socialMetricsLastSyncedAt)
})

/** A bounty with a post of each of two partners, whose views have grown since. */
async function withTwoPosts() {
  const tenant = await withChannel()
  const ids = [tenant.video({ viewCount: 80 }), tenant.video({ viewCount: 80 })]
  for (const id of ids) {
    const { partner } = await tenant.enrol()
    const lastSynced = { socialMetricCount: 10, socialMetricsLastSyncedAt: new Date(Date.now() - hours(8)) }
    await api.make.submission({ id: tenant.bounty.id, programId: tenant.program.id }, partner, { urls: [address(id)], ...lastSynced })
  }
  const counts = async () =>
    (
      await tenant.rows('select social_metric_count::int as count from bounty_submissions where bounty_id = $1 order by id', [
        tenant.bounty.id,
      ])
    ).map(({ count }) => count)
  return { ...tenant, ids: ids as [string, string], counts }
}

const sync = (stop?: AbortSignal) => runJobByName(api.resources, 'bounties.sync-social-metrics', null, undefined, stop)

test.serial('a worker that stops leaves the other posts and bounties to the next run, which reads no post twice', async (t) => {
  const [one, other] = [await withTwoPosts(), await withTwoPosts()]
  const stop = new AbortController()
  onRead.set(one.ids[0], () => stop.abort())
  await sync(stop.signal)
  t.deepEqual(
    [await one.counts(), await other.counts()],
    [
      [80, 10],
      [10, 10],
    ],
  )
  t.deepEqual([await one.synced(), await other.synced()], [null, null])

  onRead.set(one.ids[0], () => t.fail('the post was read already'))
  await sync()
  t.deepEqual(
    [await one.counts(), await other.counts()],
    [
      [80, 80],
      [80, 80],
    ],
  )
  t.truthy((await one.synced()) && (await other.synced()))
})

test.serial('a bounty may have more posts than are read at once', async (t) => {
  const { rows, ann, bounty, program, video, synced } = await withChannel()
  const urls = [address(video({ viewCount: 40 }))]
  for (let periodNumber = 1; periodNumber <= 101; periodNumber++)
    await api.make.submission({ id: bounty.id, programId: program.id }, ann.partner, { urls, periodNumber })
  await sync()
  const counts = await rows(
    'select social_metric_count::int as count, count(*)::int as posts from bounty_submissions where bounty_id = $1 group by 1',
    [bounty.id],
  )
  t.deepEqual(counts, [{ count: 40, posts: 101 }])
  t.truthy(await synced())
})

test.serial('a sync of one bounty that a stop interrupts is queued again', async (t) => {
  const { ids, bounty, counts, synced } = await withTwoPosts()
  const stop = new AbortController()
  onRead.set(ids[0], () => stop.abort())
  await runJobByName(api.resources, 'bounties.sync-social-metrics', { bountyId: bounty.id }, undefined, stop.signal)
  t.deepEqual([await counts(), await synced()], [[80, 10], null])
  t.true((await runQueuedJobs(api.resources)).includes('bounties.sync-social-metrics'))
  t.deepEqual(await counts(), [80, 80])
})

test.serial('posts of a bounty are read once more after its end, and no further', async (t) => {
  const { rows, bounty, ids, counts } = await withTwoPosts()
  const setTimes = (ended: string, synced: string) =>
    rows(
      `update bounties set starts_at = now() - interval '9 days', ends_at = now() - $2::interval,
         social_metrics_last_synced_at = now() - $3::interval where id = $1`,
      [bounty.id, ended, synced],
    )
  await setTimes('10 minutes', '20 minutes')
  await sync()
  t.deepEqual(await counts(), [80, 80])

  for (const id of ids) videos.set(id, { ...(videos.get(id) as Video), viewCount: 90 })
  await sync()
  await setTimes('3 days', '4 days')
  await sync()
  t.deepEqual(await counts(), [80, 80])
})

test.serial('a bounty that begins with the enrolment reads posts until it ends for their partner, and once more', async (t) => {
  const { call, rows, bounty, ids, counts } = await withTwoPosts()
  await rows(`update bounties set start_mode = 'relative', starts_at = null, ends_after_days = 3 where id = $1`, [bounty.id])
  const setEnrolled = (ago: string, id: string) =>
    rows(
      `update enrolments set created_at = now() - $2::interval where partner_id = (
         select partner_id from bounty_submissions where bounty_id = $1 and urls ->> 0 = $3)`,
      [bounty.id, ago, address(id)],
    )
  await setEnrolled('73 hours', ids[0])
  await setEnrolled('6 days', ids[1])
  await sync()
  t.deepEqual(await counts(), [80, 10])
  videos.set(ids[0], { ...(videos.get(ids[0]) as Video), viewCount: 90 })
  await runJobByName(api.resources, 'bounties.sync-social-metrics', { bountyId: bounty.id })
  t.deepEqual(await counts(), [80, 10])
  const [submission] = (await call(`GET /bounties/${bounty.id}/submissions`)).body
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`, { submissionId: submission.id })).status, 400)
})

test.serial('a post that the partner replaces while it is read does not lend its count to the new one', async (t) => {
  const { call, bounty, video, submit } = await withChannel()
  const former = video({ viewCount: 10 })
  const { body: submission } = await submit(former)
  videos.set(former, { ...(videos.get(former) as Video), viewCount: 5000 })
  onRead.set(former, () => submit(video({ viewCount: 20 })))
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`, { submissionId: submission.id })).status, 200)
  t.like((await call(`GET /bounties/${bounty.id}/submissions/${submission.id}`)).body, { status: 'draft', socialMetricCount: 20 })
})

test.serial('the post of a banned partner is not submitted, however many views it has', async (t) => {
  const { call, bounty, ann, video, submit } = await withChannel()
  const id = video()
  const { body: submission } = await submit(id)
  t.is((await call('POST /partners/ban', { partnerId: ann.partner.id, reason: 'spam' })).status, 200)
  videos.set(id, { ...(videos.get(id) as Video), viewCount: 5000 })
  await runJobByName(api.resources, 'bounties.sync-social-metrics', { bountyId: bounty.id })
  t.like((await call(`GET /bounties/${bounty.id}/submissions/${submission.id}`)).body, { status: 'draft', socialMetricCount: 5000 })
})

test('the metrics of a bounty that counts none, has not started or has ended are not read', async (t) => {
  const { call, program, bounty } = await withChannel()
  const plain = await api.make.bounty(program)
  t.is((await call(`POST /bounties/${plain.id}/sync-social-metrics`)).status, 400)
  t.is((await call(`PATCH /bounties/${bounty.id}`, { endsAt: new Date(Date.now() - 60_000).toISOString() })).status, 200)
  t.is((await call(`POST /bounties/${bounty.id}/sync-social-metrics`)).status, 400)
})

const hourAgo = () => new Date(Math.floor(Date.now() / 1000) * 1000 - 1_800_000).toISOString()
/** TikTok assigns ids that begin with their second. */
const tiktokId = () => String((BigInt(Math.floor(Date.now() / 1000) - 1800) << 32n) + 7n)

const otherPlatforms = [
  { platform: 'twitter', metric: 'views', id: () => '1790000000000000001', address: (id: string) => `https://x.com/ann/status/${id}` },
  { platform: 'tiktok', metric: 'likes', id: tiktokId, address: (id: string) => `https://www.tiktok.com/@ann/video/${id}` },
  { platform: 'instagram', metric: 'views', id: () => 'CzAbc-12_xY', address: (id: string) => `https://www.instagram.com/ann/reel/${id}/` },
  {
    platform: 'linkedin',
    metric: 'likes',
    id: () => '7123456789012345678',
    address: (id: string) => `https://www.linkedin.com/posts/ann_launch-activity-${id}-aB3d/`,
  },
] as const

for (const { platform, metric, id: newPostId, address: addressOf } of otherPlatforms)
  test(`a bounty counts ${metric} of posts on ${platform}, of the verified account only`, async (t) => {
    const { call, rows, enrol } = await partnerProgram(api)
    const [ann, eve] = [await enrol({ name: 'Ann' }), await enrol({ name: 'Eve' })]
    for (const [partner, handle] of [
      [ann.partner, 'ann'],
      [eve.partner, 'eve'],
    ] as const)
      await rows(
        `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
         values ($1, $2, $3, now(), now(), now())`,
        [partner.id, platform, handle],
      )
    const { status, body: bounty } = await call('POST /bounties', {
      type: 'submission',
      name: 'Make a post',
      rewardAmount: 1000,
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      submissionRequirements: { socialMetrics: { platform, metric, minCount: 50 } },
    })
    t.is(status, 200, JSON.stringify(bounty))
    const id = newPostId()
    platforms.posts.set('older-post', { author: 'ann', publishedAt: hourAgo(), views: 1, likes: 1 })
    platforms.posts.set(id, { author: 'ann', publishedAt: hourAgo(), views: 70, likes: 30 })
    const submit = (partnerId: string) =>
      call(`POST /bounties/${bounty.id}/submissions`, { partnerId, urls: [addressOf(id)], isDraft: true })
    t.is((await submit(eve.partner.id)).status, 422)
    const submission = await submit(ann.partner.id)
    const count = metric === 'views' ? 70 : 30
    t.like(submission.body, { status: count >= 50 ? 'submitted' : 'draft', socialMetricCount: count }, JSON.stringify(submission))
    platforms.posts.set(id, { author: 'ann', publishedAt: hourAgo(), views: 71, likes: 71 })
    const synced = await call(`POST /bounties/${bounty.id}/sync-social-metrics`, { submissionId: submission.body.id })
    t.is(synced.status, 200, JSON.stringify(synced.body))
    t.like((await call(`GET /bounties/${bounty.id}/submissions/${submission.body.id}`)).body, {
      status: 'submitted',
      socialMetricCount: 71,
    })
    t.true([...platforms.credentials].some((sent) => sent.includes(`${platform}-`) || sent.includes('token-of-tiktok')))
  })

test('an address on LinkedIn that is no valid encoding is no post, and one with encoded colons is', async (t) => {
  const { call, rows, enrol } = await partnerProgram(api)
  const { partner } = await enrol({ name: 'Ann' })
  await rows(
    `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
     values ($1, 'linkedin', 'ann', now(), now(), now())`,
    [partner.id],
  )
  const { body: bounty } = await call('POST /bounties', {
    type: 'submission',
    name: 'Make a post',
    rewardAmount: 1000,
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    submissionRequirements: { socialMetrics: { platform: 'linkedin', metric: 'likes' } },
  })
  const id = '7123456789012345670'
  platforms.posts.set(id, { author: 'ann', publishedAt: hourAgo(), views: 0, likes: 30 })
  const submit = (path: string) =>
    call(`POST /bounties/${bounty.id}/submissions`, { partnerId: partner.id, urls: [`https://www.linkedin.com/feed/update/${path}`] })
  const refused = await submit('%E0%A4%A')
  t.is(refused.status, 422, JSON.stringify(refused.body))
  const { status, body } = await submit(`urn%3Ali%3Aactivity%3A${id}/`)
  t.is(status, 201, JSON.stringify(body))
  t.is(body.socialMetricCount, 30)
})
