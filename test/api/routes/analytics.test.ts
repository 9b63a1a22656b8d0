import test from 'ava'
import { Dub } from 'dub'
import { groupBys } from '../../../shared/analytics/groups.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { notAtMidnight } from '../../support/calendar.js'
import { clickRow, type GivenClick, storeClicks } from '../../support/events.js'
import { runNamed } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A workspace with a link, whose clicks are stored as given; `ask` answers the body of `GET /analytics`. */
async function counted(clicks: Partial<GivenClick>[] = [], row: Parameters<typeof api.make.caller>[0] = {}) {
  const caller = await api.make.caller(row)
  const link = await api.make.link(caller.workspace)
  const at = Date.now() - minutes(30)
  const rows = clicks.map((given) => clickRow({ timestamp: new Date(at), workspace_id: caller.workspace.id, link_id: link.id, ...given }))
  await storeClicks(api.resources.database.pool, rows)
  let calls = 0
  let { key } = caller
  const call = async (path: string) => {
    // A key may ask sixteen times a second.
    if (++calls % 16 === 0) key = (await api.make.token(caller.user, caller.workspace)).key
    return api.call(`GET ${path.replaceAll(' ', '%20')}`, { key })
  }
  const ask = async (query: string) => (await call(`/analytics?${query}`)).body
  return { ...caller, link, call, ask }
}

const zero = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 }
const clicks = (count: number) => ({ ...zero, clicks: count })

test('a link reads as it is now, however often it was asked for before', async (t) => {
  const { ask, link } = await counted([{}, {}])
  const notes = async () =>
    (await ask('groupBy=top_links')).map(({ id, comments, clicks: count }: Record<string, unknown>) => [id, comments, count])
  t.deepEqual(await notes(), [[link.id, null, 2]])
  for (const comments of ['Größer', 'Smaller']) {
    await api.resources.database.pool.query('update links set comments = $2 where id = $1', [link.id, comments])
    for (let again = 0; again < 2; again++) t.deepEqual(await notes(), [[link.id, comments, 2]])
  }
  await api.resources.database.pool.query('delete from links where id = $1', [link.id])
  t.deepEqual(await notes(), [])
})

test('without a word, the clicks of the last 24 hours are counted', async (t) => {
  const { ask } = await counted([{}, {}, { timestamp: new Date(Date.now() - hours(25)) }])
  t.deepEqual(await ask(''), clicks(2))
  t.deepEqual(await ask('interval=7d'), clicks(3))
})

test('every grouping answers its rows, the largest first, before and after the clicks are folded', async (t) => {
  const { ask, link, workspace } = await counted([
    { url: 'https://shop.example/a?utm_source=mail&utm_campaign=may', utm_source: 'mail', utm_campaign: 'may' },
    {
      url: 'https://shop.example/a',
      country: 'DE',
      region: 'BE',
      city: 'Berlin',
      continent: 'EU',
      trigger: 'qr',
      referer: 'news.example',
      referer_url: 'https://news.example/x',
    },
    { url: 'https://shop.example/a', device: 'Desktop', browser: 'Chrome', os: 'Windows' },
  ])
  const shortLink = `https://${link.domain}/${link.key}`
  const expected: Record<string, unknown> = {
    continents: [
      { continent: 'NA', ...clicks(2) },
      { continent: 'EU', ...clicks(1) },
    ],
    countries: [
      { country: 'US', region: '*', city: '*', ...clicks(2) },
      { country: 'DE', region: '*', city: '*', ...clicks(1) },
    ],
    regions: [
      { country: 'US', region: 'US-CA', city: '*', ...clicks(2) },
      { country: 'DE', region: 'DE-BE', city: '*', ...clicks(1) },
    ],
    cities: [
      { country: 'US', region: 'US-CA', city: 'San Francisco', ...clicks(2) },
      { country: 'DE', region: 'DE-BE', city: 'Berlin', ...clicks(1) },
    ],
    devices: [
      { device: 'Mobile', ...clicks(2) },
      { device: 'Desktop', ...clicks(1) },
    ],
    browsers: [
      { browser: 'Mobile Safari', ...clicks(2) },
      { browser: 'Chrome', ...clicks(1) },
    ],
    os: [
      { os: 'iOS', ...clicks(2) },
      { os: 'Windows', ...clicks(1) },
    ],
    trigger: [
      { trigger: 'link', ...clicks(2) },
      { trigger: 'qr', ...clicks(1) },
    ],
    triggers: [
      { trigger: 'link', ...clicks(2) },
      { trigger: 'qr', ...clicks(1) },
    ],
    event_names: [],
    referers: [
      { referer: '(direct)', ...clicks(2) },
      { referer: 'news.example', ...clicks(1) },
    ],
    referer_urls: [
      { refererUrl: '(direct)', ...clicks(2) },
      { refererUrl: 'https://news.example/x', ...clicks(1) },
    ],
    top_folders: [],
    top_link_tags: [],
    top_domains: [{ domain: link.domain, url: link.domain, ...clicks(3) }],
    top_links: [
      {
        link: link.id,
        id: link.id,
        domain: link.domain,
        key: link.key,
        shortLink,
        url: link.url,
        title: null,
        comments: null,
        folderId: null,
        partnerId: null,
        createdAt: link.createdAt.toISOString(),
        ...clicks(3),
      },
    ],
    top_urls: [
      { url: 'https://shop.example/a', ...clicks(2) },
      { url: 'https://shop.example/a?utm_source=mail&utm_campaign=may', ...clicks(1) },
    ],
    top_base_urls: [{ url: 'https://shop.example/a', ...clicks(3) }],
    top_partners: [],
    top_groups: [],
    top_partner_tags: [],
    utm_sources: [{ utm_source: 'mail', url: 'mail', ...clicks(1) }],
    utm_mediums: [],
    utm_campaigns: [{ utm_campaign: 'may', url: 'may', ...clicks(1) }],
    utm_terms: [],
    utm_contents: [],
  }
  t.deepEqual(Object.keys(expected).sort(), groupBys.filter((one) => one !== 'count' && one !== 'timeseries').sort())
  const check = async () => {
    for (const [groupBy, rows] of Object.entries(expected)) t.deepEqual(await ask(`groupBy=${groupBy}`), rows, groupBy)
  }
  await check()
  await runNamed(api.resources, 'analytics.fold-clicks')
  await check()
  t.is((await ask(`linkId=${link.id}`)).clicks, 3)
  t.is(workspace.usage, 0)
})

test('filters take one value, several, and none of several', async (t) => {
  const { ask } = await counted([{ country: 'US' }, { country: 'US' }, { country: 'DE', region: 'BE' }, { country: 'FR' }])
  const of = async (query: string) => (await ask(query)).clicks
  t.is(await of('country=DE'), 1)
  t.is(await of('country=de,us'), 3)
  t.is(await of('country=-DE'), 3)
  t.is(await of('country=-DE,US'), 1)
  t.is(await of('country=,'), 4)
  t.is(await of('country=-'), 4)
  t.is(await of('region=US-CA'), 2)
  t.is(await of('region=-US-CA,DE-BE'), 1)
  t.is(await of('country=US&device=mobile&os=ios&browser=mobile safari'), 2)
  t.is(await of('continent=NA&country=-FR'), 3)
})

test('addresses are compared without their query, campaign values as a whole', async (t) => {
  const { ask } = await counted([
    { url: 'https://shop.example/a?utm_source=mail', utm_source: 'mail', referer: 'news.example', referer_url: 'https://news.example/x' },
    { url: 'https://shop.example/a?utm_source=mailing', utm_source: 'mailing' },
    { url: 'https://shop.example/ab' },
  ])
  const of = async (query: string) => (await ask(query)).clicks
  t.is(await of(`url=${encodeURIComponent('https://shop.example/a?x=1')}`), 2)
  t.is(await of('utm_source=mail'), 1)
  t.is(await of('utm_source=-mail'), 2)
  t.is(await of(`refererUrl=${encodeURIComponent('https://news.example/x?y=2')}`), 1)
  t.is(await of('referer=(direct)'), 2)
})

test('links are chosen by what they are now: domain, folder, tags, tenant, root', async (t) => {
  const { ask, workspace, link, call } = await counted([{}])
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  const other = await api.make.link(workspace, {
    domain: 'other.example',
    key: '_root',
    lookupKey: '_root',
    folderId: folder.id,
    tenantId: 'tenant',
    externalId: 'mine',
  })
  await api.resources.database.pool.query('insert into link_tags (link_id, tag_id, position) values ($1, $2, 0)', [other.id, tag.id])
  await storeClicks(
    api.resources.database.pool,
    [1, 2].map(() => clickRow({ timestamp: new Date(Date.now() - 1000), workspace_id: workspace.id, link_id: other.id })),
  )
  const of = async (query: string) => (await ask(query)).clicks
  for (const query of [
    'domain=OTHER.example',
    `folderId=${folder.id}`,
    `tagId=${tag.id}`,
    `tagIds=${tag.id}`,
    'tenantId=tenant',
    'root=true',
    'externalId=ext_mine',
    `linkId=${other.id}`,
  ])
    t.is(await of(query), 2, query)
  for (const query of [
    'domain=-other.example',
    `folderId=-${folder.id}`,
    `tagId=-${tag.id}`,
    'tenantId=-tenant',
    'root=false',
    `linkId=-${other.id}`,
    `linkId=${link.id}`,
  ])
    t.is(await of(query), 1, query)
  t.is(await of('partnerId=pn_1'), 0)
  t.is(await of('groupId=-grp_1&partnerTagId=-ptag_1'), 3)
  t.deepEqual(await ask('groupBy=top_folders'), [
    { folderId: folder.id, folder: { id: folder.id, name: folder.name, accessLevel: 'write' }, url: folder.id, ...clicks(2) },
  ])
  t.deepEqual(await ask('groupBy=top_link_tags'), [
    { tagId: tag.id, tag: { id: tag.id, name: tag.name, color: 'blue' }, url: tag.id, ...clicks(2) },
  ])
  t.deepEqual(
    (await ask('groupBy=top_domains')).map((one: { domain: string }) => one.domain),
    ['other.example', link.domain],
  )
  t.is((await call(`/analytics?externalId=ext_nobody`)).status, 404)
  t.is((await call(`/analytics?domain=other.example&key=nothing`)).status, 404)
  t.is((await call(`/analytics?key=alone`)).status, 422)
})

test('one link is found by domain and key', async (t) => {
  const caller = await api.make.caller()
  const domain = await api.make.domain(caller.workspace)
  const link = await api.make.link(caller.workspace, { domain: domain.slug, key: 'Spring', lookupKey: 'spring' })
  await storeClicks(api.resources.database.pool, [clickRow({ timestamp: new Date(), workspace_id: caller.workspace.id, link_id: link.id })])
  t.deepEqual((await api.call(`GET /analytics?domain=${domain.slug}&key=spring`, { key: caller.key })).body, clicks(1))
})

test('a folder that the caller may not read is refused, and so are links in it', async (t) => {
  const { workspace } = await counted()
  const user = await api.make.user()
  await api.make.member(workspace, user, 'member')
  const { key } = await api.make.token(user, workspace)
  const folder = await api.make.folder(workspace, { accessLevel: null })
  const hidden = await api.make.link(workspace, { folderId: folder.id, externalId: 'hidden' })
  for (const query of [`folderId=${folder.id}`, `linkId=${hidden.id}`, 'externalId=ext_hidden'])
    t.is((await api.call(`GET /analytics?${query}`, { key })).status, 403, query)
  t.is((await api.call('GET /analytics?folderId=fold_nothing', { key })).status, 404)
})

test('what is unknown is left out of groups and stays in counts', async (t) => {
  const { ask } = await counted([
    { country: 'Unknown', region: 'Unknown', city: 'Unknown', continent: 'Unknown' },
    { region: 'Unknown', city: 'Unknown' },
  ])
  t.deepEqual(await ask(''), clicks(2))
  t.is((await ask('groupBy=countries')).length, 1)
  t.deepEqual(
    (await ask('groupBy=regions')).map((one: { region: string }) => one.region),
    ['US-Unknown'],
  )
  t.deepEqual(await ask('groupBy=cities'), [])
})

test('a time series has a row for each span, also where nothing happened', async (t) => {
  const { ask } = await counted([{}])
  const lengthOf = async (query: string) => (await ask(`groupBy=timeseries&${query}`)).length
  t.deepEqual(
    [
      await lengthOf(''),
      await lengthOf('interval=7d'),
      await lengthOf('interval=30d'),
      await lengthOf('interval=90d'),
      await lengthOf('interval=1y'),
    ],
    [25, 8, 31, 91, 13],
  )
  const rows: { start: string; clicks: number }[] = await ask('groupBy=timeseries&interval=7d&timezone=Asia/Kolkata')
  t.true(rows.every(({ start }) => /^\d{4}-\d\d-\d\dT00:00:00\.000\+0530$/.test(start)))
  t.is(
    rows.reduce((sum, one) => sum + one.clicks, 0),
    1,
  )
  t.deepEqual(
    rows.map(({ start }) => start),
    rows.map(({ start }) => start).sort(),
  )
})

test('days may be named, as dates or in words', async (t) => {
  await notAtMidnight()
  const at = new Date(Date.now() - days(3))
  const { ask, call } = await counted([{ timestamp: at }])
  const day = at.toISOString().slice(0, 10)
  t.deepEqual(await ask(`start=${day}&end=${day}`), clicks(1))
  t.deepEqual(await ask('start=3 days ago&end=3 days ago'), clicks(1))
  t.deepEqual(await ask('start=2 days ago'), clicks(0))
  t.is((await ask(`groupBy=timeseries&start=${day}&end=${day}`)).length, 24)
  t.is((await call('/analytics?start=nonsense')).status, 422)
  t.is((await call('/analytics?start=2019-01-01')).status, 422)
})

test('wrong words are refused with 422', async (t) => {
  const { call } = await counted()
  for (const query of ['event=views', 'groupBy=planets', 'interval=2d', 'root=maybe', `query=${'x'.repeat(10_001)}`])
    t.is((await call(`/analytics?${query}`)).status, 422, query.slice(0, 20))
  t.is((await call('/analytics?timezone=Mars/Crater')).status, 200)
  t.is((await call('/analytics?programId=prog_1')).status, 403)
})

test('a workspace that has used up its events sees none of them', async (t) => {
  const { call } = await counted([], { usage: 11, usageLimit: 10 })
  for (const path of ['/analytics', '/events', '/analytics/excluded']) t.is((await call(path)).status, 403, path)
})

test('plans limit how far back a question reaches', async (t) => {
  const { call } = await counted([], { plan: 'pro' })
  t.is((await call('/analytics?start=2026-01-01&end=2026-12-31')).status, 200)
  t.is((await call('/analytics?start=2024-01-01&end=2026-01-01')).status, 403)
  const { call: another } = await counted([], { plan: 'pro' })
  t.is((await another('/events')).status, 403)
})

test('the official client parses every grouping', async (t) => {
  const { user, workspace, link } = await counted([
    { city: 'Oakland', utm_source: 'mail', utm_medium: 'mail', utm_campaign: 'mail', utm_term: 'mail', utm_content: 'mail' },
  ])
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  await api.resources.database.pool.query('update links set folder_id = $1 where id = $2', [folder.id, link.id])
  await api.resources.database.pool.query('insert into link_tags (link_id, tag_id, position) values ($1, $2, 0)', [link.id, tag.id])
  for (const serverURL of [api.url, `${api.url}/api`]) {
    for (const groupBy of groupBys.filter((one) => one !== 'event_names')) {
      const dub = new Dub({ token: (await api.make.token(user, workspace)).key, serverURL })
      const answer = await dub.analytics.retrieve({ groupBy: groupBy as never, interval: '7d' })
      t.is(Array.isArray(answer), groupBy !== 'count', groupBy)
    }
  }
})

test('excluded requests are counted by reason, or by day and reason', async (t) => {
  const { workspace, link, call } = await counted()
  const other = await api.make.link(workspace, { domain: 'other.example' })
  const [today, before] = [0, 2].map((ago) => new Date(Date.now() - days(ago)).toISOString().slice(0, 10)) as [string, string]
  const { pool } = api.resources.database
  for (const [id, day, reason, count] of [
    [link.id, today, 'user-agent', 3],
    [link.id, before, 'user-agent', 4],
    [other.id, today, 'head', 9],
  ] as const) {
    await pool.query('insert into excluded_requests (workspace_id, link_id, day, reason, count) values ($1, $2, $3, $4, $5)', [
      workspace.id,
      id,
      day,
      reason,
      count,
    ])
  }
  t.deepEqual((await call('/analytics/excluded')).body, [
    { reason: 'head', count: 9 },
    { reason: 'user-agent', count: 3 },
  ])
  t.deepEqual((await call(`/analytics/excluded?interval=7d&linkId=${link.id}`)).body, [{ reason: 'user-agent', count: 7 }])
  t.deepEqual((await call('/analytics/excluded?interval=7d&domain=-other.example&groupBy=timeseries')).body, [
    { start: `${before}T00:00:00.000+0000`, reason: 'user-agent', count: 4 },
    { start: `${today}T00:00:00.000+0000`, reason: 'user-agent', count: 3 },
  ])
})
