import test from 'ava'
import { Dub } from 'dub'
import { groupBys } from '../../../shared/analytics/groups.js'
import { maxGroups } from '../../../shared/analytics/limits.js'
import { days, hours, minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { avoidMidnight } from '../../support/avoid-midnight.js'
import { clickRow, type ClickInput, storeClicks } from '../../support/events.js'
import { runJobByName } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A workspace with a link and these clicks; `query` returns the body of `GET /analytics`. */
async function setUp(clicks: Partial<ClickInput>[] = [], row: Parameters<typeof api.make.caller>[0] = {}) {
  const caller = await api.make.caller(row)
  const link = await api.make.link(caller.workspace)
  const at = Date.now() - minutes(30)
  const rows = clicks.map((click) => clickRow({ timestamp: new Date(at), workspace_id: caller.workspace.id, link_id: link.id, ...click }))
  await storeClicks(api.resources.database.pool, rows)
  let calls = 0
  let { key } = caller
  const call = async (path: string) => {
    // The rate limit is sixteen requests per second and key.
    if (++calls % 16 === 0) key = (await api.make.token(caller.user, caller.workspace)).key
    return api.call(`GET ${path.replaceAll(' ', '%20')}`, { key })
  }
  const query = async (parameters: string) => (await call(`/analytics?${parameters}`)).body
  return { ...caller, link, call, query }
}

const zero = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 }
const clicks = (count: number) => ({ ...zero, clicks: count })

test('returns the current state of a link, also after repeated queries', async (t) => {
  const { query, link } = await setUp([{}, {}])
  const topLinks = async () =>
    (await query('groupBy=top_links')).map(({ id, comments, clicks: count }: Record<string, unknown>) => [id, comments, count])
  t.deepEqual(await topLinks(), [[link.id, null, 2]])
  for (const comments of ['Größer', 'Smaller']) {
    await api.resources.database.pool.query('update links set comments = $2 where id = $1', [link.id, comments])
    for (let repeat = 0; repeat < 2; repeat++) t.deepEqual(await topLinks(), [[link.id, comments, 2]])
  }
  await api.resources.database.pool.query('delete from links where id = $1', [link.id])
  t.deepEqual(await topLinks(), [])
})

test('clicks of deleted links are counted, except by link and by properties of links', async (t) => {
  const { query, link } = await setUp([{}, { country: 'DE' }, { link_id: 'link_deleted', country: 'DE' }])
  const countsOf = async (parameters: string) => (await query(parameters)).map((row: { clicks: number }) => row.clicks)
  t.deepEqual(await query(''), clicks(3))
  t.deepEqual(await query('linkId=link_deleted'), clicks(1))
  t.is(
    (await countsOf('groupBy=timeseries')).reduce((sum: number, count: number) => sum + count, 0),
    3,
  )
  t.deepEqual(await countsOf('groupBy=countries'), [2, 1])
  t.deepEqual(await countsOf('groupBy=top_links'), [2])
  t.deepEqual(await countsOf('groupBy=top_domains'), [2])
  t.deepEqual(await query(`domain=${link.domain}`), clicks(2))
  t.deepEqual(await query('domain=-other.example'), clicks(2))
})

test('deleted links take no rows of the top links', async (t) => {
  const { link, query, workspace } = await setUp([{}])
  const timestamp = new Date(Date.now() - minutes(30))
  const deleted = Array.from({ length: maxGroups }, (_, index) => ({ workspace_id: workspace.id, link_id: `link_deleted_${index}` }))
  await storeClicks(
    api.resources.database.pool,
    [...deleted, ...deleted].map((click) => clickRow({ timestamp, ...click })),
  )
  for (const rolledUp of [false, true]) {
    if (rolledUp) await runJobByName(api.resources, 'rollups.roll-up-clicks')
    t.deepEqual(
      (await query('groupBy=top_links')).map(({ id, clicks: count }: Record<string, unknown>) => [id, count]),
      [[link.id, 1]],
    )
  }
})

test('a group by a campaign value with a space at its edge can be selected', async (t) => {
  const { query } = await setUp([{ utm_campaign: ' spring' }, { utm_campaign: 'autumn' }])
  const group = (await query('groupBy=utm_campaigns')).find((row: { utm_campaign: string }) => row.utm_campaign.includes('spring'))
  t.deepEqual(await query(`utm_campaign=${group.utm_campaign}`), clicks(1))
  t.deepEqual(await query(`utm_campaign=-${group.utm_campaign}`), clicks(1))
})

test('counts the clicks of the last 24 hours by default', async (t) => {
  const { query } = await setUp([{}, {}, { timestamp: new Date(Date.now() - hours(25)) }])
  t.deepEqual(await query(''), clicks(2))
  t.deepEqual(await query('interval=7d'), clicks(3))
})

test('every grouping returns its rows, largest first, before and after the clicks are rolled up', async (t) => {
  const { query, link, workspace } = await setUp([
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
  t.deepEqual(Object.keys(expected).sort(), groupBys.filter((groupBy) => groupBy !== 'count' && groupBy !== 'timeseries').sort())
  const check = async () => {
    for (const [groupBy, rows] of Object.entries(expected)) t.deepEqual(await query(`groupBy=${groupBy}`), rows, groupBy)
  }
  await check()
  await runJobByName(api.resources, 'rollups.roll-up-clicks')
  await check()
  t.is((await query(`linkId=${link.id}`)).clicks, 3)
  t.is(workspace.usage, 0)
})

test('filters accept one value, several values and excluded values', async (t) => {
  const { query } = await setUp([{ country: 'US' }, { country: 'US' }, { country: 'DE', region: 'BE' }, { country: 'FR' }])
  const clickCount = async (parameters: string) => (await query(parameters)).clicks
  t.is(await clickCount('country=DE'), 1)
  t.is(await clickCount('country=de,us'), 3)
  t.is(await clickCount('country=-DE'), 3)
  t.is(await clickCount('country=-DE,US'), 1)
  t.is(await clickCount('country=,'), 4)
  t.is(await clickCount('country=-'), 4)
  t.is(await clickCount('region=US-CA'), 2)
  t.is(await clickCount('region=-US-CA,DE-BE'), 1)
  t.is(await clickCount('country=US&device=mobile&os=ios&browser=mobile safari'), 2)
  t.is(await clickCount('continent=NA&country=-FR'), 3)
})

test('a comma of a value is escaped by a backslash', async (t) => {
  const { query } = await setUp([{ city: 'Washington, D.C.' }, { city: 'Paris' }, { city: 'Rome' }])
  t.deepEqual(await query(String.raw`city=Washington\, D.C.,Paris`), clicks(2))
})

test('a time series of all time contains events that are older than the workspace', async (t) => {
  const { query, link } = await setUp([{ timestamp: new Date(Date.now() - days(400)) }, {}])
  await api.resources.database.pool.query(`update workspaces set created_at = now() - interval '2 days' where id = $1`, [link.workspaceId])
  const sumOf = async (parameters: string) =>
    (await query(`groupBy=timeseries&interval=all${parameters}`)).reduce((sum: number, row: { clicks: number }) => sum + row.clicks, 0)
  t.deepEqual([await query('interval=all'), await sumOf(''), await sumOf('&timezone=Asia/Kolkata')], [clicks(2), 2, 2])
  const { query: queryRecent } = await setUp([{ timestamp: new Date() }])
  t.is((await queryRecent('groupBy=timeseries&interval=all')).length, 24)
})

test('all time contains imported events of any age', async (t) => {
  const { query } = await setUp([{ timestamp: new Date('2019-05-06T07:08:09Z') }, {}])
  t.deepEqual(await query('interval=all'), clicks(2))
  for (const timezone of ['UTC', 'Asia/Kolkata']) {
    const series = await query(`groupBy=timeseries&interval=all&timezone=${timezone}`)
    t.like(series[0], { ...clicks(1), start: `2019-05-01T00:00:00.000${timezone === 'UTC' ? '+0000' : '+0530'}` })
    t.is(
      series.reduce((sum: number, row: { clicks: number }) => sum + row.clicks, 0),
      2,
    )
  }
})

test('compares URLs without their query, and campaign values exactly', async (t) => {
  const { query } = await setUp([
    { url: 'https://shop.example/a?utm_source=mail', utm_source: 'mail', referer: 'news.example', referer_url: 'https://news.example/x' },
    { url: 'https://shop.example/a?utm_source=mailing', utm_source: 'mailing' },
    { url: 'https://shop.example/ab' },
  ])
  const clickCount = async (parameters: string) => (await query(parameters)).clicks
  t.is(await clickCount(`url=${encodeURIComponent('https://shop.example/a?x=1')}`), 2)
  t.is(await clickCount(`url=${encodeURIComponent('https://shop.example/a#top')}`), 2)
  t.is(await clickCount('utm_source=mail'), 1)
  t.is(await clickCount('utm_source=-mail'), 2)
  t.is(await clickCount(`refererUrl=${encodeURIComponent('https://news.example/x?y=2')}`), 1)
  t.is(await clickCount('referer=(direct)'), 2)
})

test('the domain filter accepts the non-ASCII name of a domain', async (t) => {
  const { query, workspace } = await setUp([{}])
  const link = await api.make.link(workspace, { domain: 'xn--brcke-lva.example' })
  await storeClicks(api.resources.database.pool, [
    clickRow({ timestamp: new Date(Date.now() - 1000), workspace_id: workspace.id, link_id: link.id }),
  ])
  for (const domain of ['xn--brcke-lva.example', 'Brücke.example', 'Brücke.example.', '-Brücke.example'])
    t.is((await query(`domain=${encodeURIComponent(domain)}`)).clicks, 1, domain)
})

test('filters by current properties of the link: domain, folder, tags, tenant, root', async (t) => {
  const { query, workspace, link, call } = await setUp([{}])
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
  const clickCount = async (parameters: string) => (await query(parameters)).clicks
  for (const parameters of [
    'domain=OTHER.example',
    `folderId=${folder.id}`,
    `tagId=${tag.id}`,
    `tagIds=${tag.id}`,
    'tenantId=tenant',
    'root=true',
    'externalId=ext_mine',
    `linkId=${other.id}`,
  ])
    t.is(await clickCount(parameters), 2, parameters)
  for (const parameters of [
    'domain=-other.example',
    `folderId=-${folder.id}`,
    `tagId=-${tag.id}`,
    'tenantId=-tenant',
    'root=false',
    `linkId=-${other.id}`,
    `linkId=${link.id}`,
  ])
    t.is(await clickCount(parameters), 1, parameters)
  t.is(await clickCount('partnerId=pn_1'), 0)
  t.is(await clickCount('groupId=-grp_1&partnerTagId=-ptag_1'), 3)
  t.deepEqual(await query('groupBy=top_folders'), [
    { folderId: folder.id, folder: { id: folder.id, name: folder.name, accessLevel: 'write' }, url: folder.id, ...clicks(2) },
  ])
  t.deepEqual(await query('groupBy=top_link_tags'), [
    { tagId: tag.id, tag: { id: tag.id, name: tag.name, color: 'blue' }, url: tag.id, ...clicks(2) },
  ])
  t.deepEqual(
    (await query('groupBy=top_domains')).map((row: { domain: string }) => row.domain),
    ['other.example', link.domain],
  )
  t.is((await call(`/analytics?externalId=ext_unknown`)).status, 404)
  t.is((await call(`/analytics?domain=other.example&key=nothing`)).status, 404)
  t.is((await call(`/analytics?key=any`)).status, 422)
})

test('filters by domain and key of a link', async (t) => {
  const caller = await api.make.caller()
  const domain = await api.make.domain(caller.workspace)
  const link = await api.make.link(caller.workspace, { domain: domain.slug, key: 'Spring', lookupKey: 'spring' })
  await storeClicks(api.resources.database.pool, [clickRow({ timestamp: new Date(), workspace_id: caller.workspace.id, link_id: link.id })])
  t.deepEqual((await api.call(`GET /analytics?domain=${domain.slug}&key=spring`, { key: caller.key })).body, clicks(1))
})

test('refuses a folder that the caller may not read, and links in it', async (t) => {
  const { workspace } = await setUp()
  const user = await api.make.user()
  await api.make.member(workspace, user, 'member')
  const { key } = await api.make.token(user, workspace)
  const folder = await api.make.folder(workspace, { accessLevel: null })
  const hidden = await api.make.link(workspace, { folderId: folder.id, externalId: 'hidden' })
  for (const parameters of [`folderId=${folder.id}`, `linkId=${hidden.id}`, 'externalId=ext_hidden'])
    t.is((await api.call(`GET /analytics?${parameters}`, { key })).status, 403, parameters)
  t.is((await api.call('GET /analytics?folderId=fold_nothing', { key })).status, 404)
})

test.serial('folders in filters are checked with as many queries as one folder', async (t) => {
  const { workspace, key } = await api.make.caller()
  const folders = await Promise.all(Array.from({ length: 5 }, () => api.make.folder(workspace)))
  const links = await Promise.all(folders.map((folder) => api.make.link(workspace, { folderId: folder.id })))
  const folderIds = folders.map(({ id }) => id)
  const linkIds = links.map(({ id }) => id)
  const client = api.resources.database.orm.em.getConnection().getKnex()
  let count = 0
  const increment = () => void count++
  client.on('query', increment)
  const queriesOf = async (parameters: string) => {
    count = 0
    t.is((await api.call(`GET /analytics?${parameters}`, { key })).status, 200, parameters)
    return count
  }
  t.is(await queriesOf(`folderId=${folderIds.join()}`), await queriesOf(`folderId=${folderIds[0]}`))
  t.is(await queriesOf(`linkId=${linkIds.join()}`), await queriesOf(`linkId=${linkIds[0]}`))
  client.removeListener('query', increment)
  t.is((await api.call(`GET /analytics?folderId=${folderIds[0]},fold_nothing`, { key })).status, 404)
})

test('unknown values are left out of groups and included in counts', async (t) => {
  const { query } = await setUp([
    { country: 'Unknown', region: 'Unknown', city: 'Unknown', continent: 'Unknown' },
    { region: 'Unknown', city: 'Unknown' },
  ])
  t.deepEqual(await query(''), clicks(2))
  t.is((await query('groupBy=countries')).length, 1)
  t.deepEqual(await query('groupBy=regions'), [])
  t.deepEqual(await query('groupBy=cities'), [])
})

test('a time series has a row for every interval, including empty ones', async (t) => {
  const { query } = await setUp([{}])
  const lengthOf = async (parameters: string) => (await query(`groupBy=timeseries&${parameters}`)).length
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
  const rows: { start: string; clicks: number }[] = await query('groupBy=timeseries&interval=7d&timezone=Asia/Kolkata')
  t.true(rows.every(({ start }) => /^\d{4}-\d\d-\d\dT00:00:00\.000\+0530$/.test(start)))
  t.is(
    rows.reduce((sum, row) => sum + row.clicks, 0),
    1,
  )
  t.deepEqual(
    rows.map(({ start }) => start),
    rows.map(({ start }) => start).sort(),
  )
})

test('accepts days as dates and in words', async (t) => {
  await avoidMidnight()
  const at = new Date(Date.now() - days(3))
  const { query, call } = await setUp([{ timestamp: at }])
  const day = at.toISOString().slice(0, 10)
  t.deepEqual(await query(`start=${day}&end=${day}`), clicks(1))
  t.deepEqual(await query('start=3 days ago&end=3 days ago'), clicks(1))
  t.deepEqual(await query('start=2 days ago'), clicks(0))
  t.is((await query(`groupBy=timeseries&start=${day}&end=${day}`)).length, 24)
  t.is((await call('/analytics?start=nonsense')).status, 422)
  t.is((await call('/analytics?start=2019-01-01')).status, 422)
  t.like((await call('/analytics?end=yesterday')).body.error, { message: 'end requires start. Pass the first day as well.' })
})

test('invalid parameters answer 422', async (t) => {
  const { call } = await setUp()
  for (const parameters of ['event=views', 'groupBy=planets', 'interval=2d', 'root=maybe', `query=${'x'.repeat(10_001)}`])
    t.is((await call(`/analytics?${parameters}`)).status, 422, parameters.slice(0, 20))
  for (const path of ['/analytics', '/events', '/analytics/excluded', '/events/export'])
    t.is((await call(`${path}?timezone=Mars/Crater`)).status, 422, path)
  for (const path of ['/analytics?event=sales&', '/events?event=leads&', '/events/export?event=sales&', '/analytics/export?'])
    t.is((await call(`${path}query=${encodeURIComponent("metadata['plan'] pro")}`)).status, 422, path)
  t.is((await call('/analytics?programId=prog_1')).status, 403)
})

test('type is the older name of groupBy', async (t) => {
  const { query, call } = await setUp([{ country: 'DE' }])
  t.like((await query('type=countries'))[0], { country: 'DE', clicks: 1 })
  t.like((await query('type=countries&groupBy=devices'))[0], { clicks: 1, country: undefined })
  t.is((await call('/analytics?type=planets')).status, 422)
})

test('refuses analytics when the workspace has reached its event limit', async (t) => {
  const { call } = await setUp([], { usage: 11, usageLimit: 10 })
  for (const path of ['/analytics', '/events', '/analytics/excluded']) t.is((await call(path)).status, 403, path)
})

test('plans limit the time range and event lists', async (t) => {
  const { call } = await setUp([], { plan: 'pro' })
  t.is((await call('/analytics?start=2026-01-01&end=2026-12-31')).status, 200)
  t.is((await call('/analytics?start=2024-01-01&end=2026-01-01')).status, 403)
  const { call: callEvents } = await setUp([], { plan: 'pro' })
  t.is((await callEvents('/events')).status, 403)
})

test('the official SDK parses the response of every grouping', async (t) => {
  const { user, workspace, link } = await setUp([
    { city: 'Oakland', utm_source: 'mail', utm_medium: 'mail', utm_campaign: 'mail', utm_term: 'mail', utm_content: 'mail' },
  ])
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  await api.resources.database.pool.query('update links set folder_id = $1 where id = $2', [folder.id, link.id])
  await api.resources.database.pool.query('insert into link_tags (link_id, tag_id, position) values ($1, $2, 0)', [link.id, tag.id])
  for (const serverURL of [api.url, `${api.url}/api`]) {
    for (const groupBy of groupBys.filter((groupBy) => groupBy !== 'event_names')) {
      const dub = new Dub({ token: (await api.make.token(user, workspace)).key, serverURL })
      const response = await dub.analytics.retrieve({ groupBy: groupBy as never, interval: '7d' })
      t.is(Array.isArray(response), groupBy !== 'count', groupBy)
    }
  }
})

test('counts excluded requests by reason, or by day and reason', async (t) => {
  const { workspace, link, call } = await setUp()
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

test('excluded requests refuse filters that are not stored with them', async (t) => {
  const { call } = await setUp()
  for (const filter of ['country=DE', 'device=-Mobile', 'utm_source=mail', 'customerId=cus_1', 'qr=true', 'url=https://a.example']) {
    const { status, body } = await call(`/analytics/excluded?${filter}`)
    t.is(status, 422, filter)
    t.true(body.error.message.startsWith(filter.slice(0, filter.indexOf('='))), body.error.message)
  }
  t.is((await call('/analytics/excluded?country=')).status, 200)
})

test('a member without access to a folder sees nothing of its links in analytics, events and exports', async (t) => {
  const { workspace, key: ownerKey, link } = await setUp([{}])
  const folder = await api.make.folder(workspace, { accessLevel: null })
  const hidden = await api.make.link(workspace, { folderId: folder.id })
  const at = new Date(Date.now() - minutes(20))
  await storeClicks(api.resources.database.pool, [clickRow({ timestamp: at, workspace_id: workspace.id, link_id: hidden.id })])
  const member = await api.make.user()
  await api.make.member(workspace, member, 'member')
  const { key } = await api.make.token(member, workspace)
  const get = async (path: string, as: string) => (await api.call(`GET ${path}`, { key: as })).body
  t.like(await get('/analytics', ownerKey), { clicks: 2 })
  t.like(await get('/analytics', key), { clicks: 1 })
  const topLinks = await get('/analytics?groupBy=top_links', key)
  t.deepEqual(
    topLinks.map(({ id }: { id: string }) => id),
    [link.id],
  )
  t.deepEqual(await get('/analytics?groupBy=top_folders', key), [])
  const events = await get('/events', key)
  t.deepEqual(
    events.map((event: { link: { id: string } }) => event.link.id),
    [link.id],
  )
  t.false(JSON.stringify(await get('/events/export', key)).includes(hidden.key))
  t.is((await api.call(`GET /analytics?linkId=${hidden.id}`, { key })).status, 403)
})
