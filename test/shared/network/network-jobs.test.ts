import test from 'ava'
import { testApi } from '../../support/api.js'
import { batchOf, rawClick } from '../../support/clicks.js'
import { partnerProgram } from '../../support/earnings.js'
import { emailsTo } from '../../support/emails.js'
import { runJobByName, runQueuedJobs } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'

const api = await testApi()
const { pool } = api.resources.database
test.after.always(() => api.close())

const rows = async (sql: string, values: unknown[] = []) => (await pool.query(sql, values)).rows

test.serial('programs are compared by categories, partners and performance, in both directions', async (t) => {
  const programOf = async (categories: string[], totals: object) => {
    const { workspace } = await api.make.caller({ plan: 'free' })
    const program = await api.make.program(workspace, { categories, addedToMarketplaceAt: new Date() })
    return { program, enrol: (partner: { id: string }) => api.make.enrolment(program, partner, totals) }
  }
  const alike = { totalClicks: 100, totalLeads: 10, totalConversions: 5, totalSales: 5, totalSaleAmount: 50_000 }
  const [one, other, stranger] = [
    await programOf(['AI', 'Design'], alike),
    await programOf(['AI'], alike),
    await programOf(['Finance'], { ...alike, totalClicks: 0 }),
  ]
  const [shared, alone] = [await api.make.partner(), await api.make.partner()]
  for (const partner of [shared, alone]) await one.enrol(partner)
  await other.enrol(shared)
  await stranger.enrol(await api.make.partner())
  const found = () =>
    rows(
      `select program_id, similar_program_id, category_score::float8 as category, partner_score::float8 as partner, performance_score::float8 as performance
       from program_similarities where program_id = any ($1) order by program_id`,
      [[one.program.id, other.program.id, stranger.program.id]],
    )
  for (let run = 0; run < 2; run++) {
    await runJobByName(api.resources, 'network.compute-similarities')
    const scores = { category: 0.5, partner: 0.5, performance: 1 }
    t.deepEqual(await found(), [
      { program_id: one.program.id, similar_program_id: other.program.id, ...scores },
      { program_id: other.program.id, similar_program_id: one.program.id, ...scores },
    ])
  }
  await pool.query('update programs set added_to_marketplace_at = null where id = $1', [other.program.id])
  await runJobByName(api.resources, 'network.compute-similarities')
  t.deepEqual(await found(), [])
})

test.serial('figures of verified accounts are read once a week, and an account that is gone is not verified any more', async (t) => {
  const requests: string[] = []
  const platforms = await loopbackServer(t, (request, response) => {
    requests.push(request.url ?? '')
    const statistics = { subscriberCount: '1200', videoCount: '7', viewCount: '99000' }
    const answer = request.url?.includes('/channels')
      ? { items: [{ id: 'UC1', snippet: { thumbnails: { default: { url: 'https://img.example/1.png' } } }, statistics }] }
      : { errors: [{ title: 'Not Found Error' }] }
    response.end(JSON.stringify(answer))
  })
  const configured = await testApi({
    ALLOW_PRIVATE_TARGETS: 'true',
    YOUTUBE_API_KEY: 'youtube-key-of-the-tests',
    YOUTUBE_API_URL: platforms.origin,
    TWITTER_API_TOKEN: 'twitter-token-of-the-tests',
    TWITTER_API_URL: platforms.origin,
  })
  t.teardown(() => configured.close())
  const database = configured.resources.database.pool
  const partner = await configured.make.partner({ networkStatus: 'approved' })
  const unlisted = await configured.make.partner()
  const add =
    'insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at) values ($1, $2, $3, now(), now(), now())'
  await database.query(add, [partner.id, 'youtube', '@ann'])
  await database.query(add, [partner.id, 'twitter', 'ann'])
  await database.query(add, [unlisted.id, 'youtube', '@unlisted'])
  await database.query('delete from pending_duplicate_checks')
  for (let run = 0; run < 2; run++) await runJobByName(configured.resources, 'network.refresh-platforms')
  t.deepEqual((await database.query('select from pending_duplicate_checks')).rowCount, 0, 'no account is another one now')
  t.deepEqual(requests, [
    '/channels?part=snippet%2Cstatistics&forHandle=ann',
    '/users/by/username/ann?user.fields=profile_image_url,public_metrics',
  ])
  const found = await database.query(
    `select type, platform_id, subscribers::int, posts::int, views::int, verified_at is not null as verified
     from partner_platforms where partner_id = $1 order by type desc`,
    [partner.id],
  )
  t.deepEqual(found.rows, [
    { type: 'youtube', platform_id: 'UC1', subscribers: 1200, posts: 7, views: 99_000, verified: true },
    { type: 'twitter', platform_id: null, subscribers: 0, posts: 0, views: 0, verified: false },
  ])
})

test.serial(
  'an account that a platform cannot show does not keep others from being read, and is not requested again at once',
  async (t) => {
    const requests: string[] = []
    const platform = await loopbackServer(t, (request, response) => {
      const name = /username\/(\w+)/.exec(request.url ?? '')?.[1] ?? ''
      requests.push(name)
      if (name.startsWith('gone')) response.writeHead(400)
      response.end(JSON.stringify({ data: { id: name, public_metrics: { followers_count: 12, tweet_count: 3 } } }))
    })
    const settings = { ALLOW_PRIVATE_TARGETS: 'true', TWITTER_API_TOKEN: 'twitter-token-of-the-tests', TWITTER_API_URL: platform.origin }
    const configured = await testApi(settings)
    t.teardown(() => configured.close())
    const database = configured.resources.database.pool
    const add = async (identifier: string) => {
      const partner = await configured.make.partner({ networkStatus: 'approved' })
      await database.query(
        `insert into partner_platforms (partner_id, type, identifier, verified_at, created_at, updated_at)
       values ($1, 'twitter', $2, now(), now(), now())`,
        [partner.id, identifier],
      )
    }
    await add('gone')
    await add('ann')
    for (let run = 0; run < 2; run++) await runJobByName(configured.resources, 'network.refresh-platforms')
    t.deepEqual(requests.toSorted(), ['ann', 'gone'])
    const { rows: figures } = await database.query(
      `select identifier, subscribers::int, verified_at is not null as verified from partner_platforms order by identifier`,
    )
    t.deepEqual(figures, [
      { identifier: 'ann', subscribers: 12, verified: true },
      { identifier: 'gone', subscribers: 0, verified: true },
    ])
    for (let index = 0; index < 12; index++) await add(`gone${index}`)
    await runJobByName(configured.resources, 'network.refresh-platforms')
    t.is(requests.length, 12, 'after ten errors in a row the platform is left alone')
  },
)

test.serial('partners get one summary of a month in which their links brought something', async (t) => {
  const shop = await partnerProgram(api)
  await shop.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const [active, idle] = [await shop.enrol(), await shop.enrol()]
  const now = new Date()
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)
  const clicks = [rawClick(active.link, { at: lastMonth }), rawClick(active.link, { at: lastMonth })]
  await runJobByName(api.resources, 'tracking.ingest-clicks', batchOf(clicks))
  await pool.query('update enrolments set total_leads = 3 where id = any ($1)', [[active.enrolment.id, idle.enrolment.id]])
  for (let run = 0; run < 2; run++) {
    await runJobByName(api.resources, 'partner-profile.send-program-summaries')
    await runQueuedJobs(api.resources)
  }
  const emails = await emailsTo(api.config.dataDir, active.partner.email ?? '')
  t.is(emails.length, 1)
  const month = new Date(lastMonth).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  t.is(emails[0]?.subject, `${shop.program.name}: your ${month}`)
  t.regex(emails[0]?.text ?? '', /Clicks: 2 \(0 before, 2 in total\)\nLeads: 0 \(0 before, 3 in total\)/)
  t.deepEqual(await emailsTo(api.config.dataDir, idle.partner.email ?? ''), [])
})
