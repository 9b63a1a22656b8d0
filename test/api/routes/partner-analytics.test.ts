import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** A partner with two links: one click and one sale of 1,000 cents on the first, with 300 cents of earnings, and none on the second. */
async function sellingPartner() {
  const { workspace, key } = await api.make.caller({ createdAt: new Date(Date.now() - 86_400_000) })
  const program = await api.make.program(workspace)
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner, { tenantId: 'tenant-1' })
  const ofPartner = { programId: program.id, partnerId: partner.id }
  const [first, second] = [await api.make.link(workspace, { ...ofPartner, clicks: 5 }), await api.make.link(workspace, ofPartner)]
  await api.make.sale(first, await api.make.customer(workspace), { amount: 1000 })
  const other = await api.make.link(workspace)
  await api.make.sale(other, await api.make.customer(workspace), { amount: 7000 })
  await addCommission(program.id, partner.id, first.id, 'pending', 300)
  await addCommission(program.id, partner.id, first.id, 'canceled', 50)
  return { workspace, key, partner, first, second, dub: new Dub({ token: key, serverURL: api.url }) }
}

const addCommission = (programId: string, partnerId: string, linkId: string, status: string, earnings: number) =>
  api.resources.database.pool.query(
    `insert into commissions (id, program_id, partner_id, link_id, type, status, amount, earnings, quantity, event_amount, event_earnings,
       created_at, updated_at)
     values ('cm_' || gen_random_uuid(), $1, $2, $3, 'sale', $4, 1000, $5, 1, 1000, $5, now() - interval '1 second', now())`,
    [programId, partnerId, linkId, status, earnings],
  )

const counts = { clicks: 1, leads: 0, sales: 1, saleAmount: 1000, earnings: 300 }
const nothing = { clicks: 0, leads: 0, sales: 0, saleAmount: 0, earnings: 0 }

test('the analytics of a partner count its links only, with the earnings of sales that are not canceled', async (t) => {
  const { dub, partner } = await sellingPartner()
  t.deepEqual(await dub.partners.analytics({ partnerId: partner.id }), counts)
  t.deepEqual(await dub.partners.analytics({ tenantId: 'tenant-1', interval: '30d', groupBy: 'count' }), counts)
  t.deepEqual(await dub.partners.analytics({ partnerId: partner.id, start: '2025-01-01', end: '2025-01-31' }), nothing)
})

test('the intervals of a time series and the rows of links add up to the same numbers', async (t) => {
  const { dub, partner, first, second } = await sellingPartner()
  const series = (await dub.partners.analytics({ partnerId: partner.id, interval: '7d', groupBy: 'timeseries' })) as (typeof counts)[]
  for (const name of Object.keys(counts) as (keyof typeof counts)[])
    t.is(
      series.reduce((sum, row) => sum + row[name], 0),
      counts[name],
      name,
    )
  const links = (await dub.partners.analytics({ partnerId: partner.id, groupBy: 'top_links' })) as { id: string }[]
  t.like(links, [
    { id: first.id, ...counts },
    { id: second.id, ...nothing },
  ])
})

test('analytics of an unknown partner name the identifier', async (t) => {
  const { key } = await sellingPartner()
  const messageOf = async (query: string) => {
    const { status, body } = await api.call(`GET /partners/analytics${query}`, { key })
    return `${status} ${body.error.message}`
  }
  t.regex(await messageOf('?partnerId=pn_unknown'), /^404 .*pn_unknown/)
  t.regex(await messageOf('?tenantId=unknown'), /^404 .*unknown/)
  t.regex(await messageOf(''), /^400 /)
})

test('a query on metadata limits the earnings to those of the sales that match', async (t) => {
  const { key, partner, first } = await sellingPartner()
  await api.resources.database.pool.query(
    `with sale as (update sale_events set metadata = '{"plan": "pro"}' where link_id = $1 returning id, timestamp)
     update commissions set event_id = sale.id, created_at = sale.timestamp from sale where link_id = $1 and status = 'pending'`,
    [first.id],
  )
  const earningsOf = async (plan: string, groupBy: string) => {
    const query = encodeURIComponent(`metadata['plan']:${plan}`)
    const { body } = await api.call(`GET /partners/analytics?partnerId=${partner.id}&interval=7d&groupBy=${groupBy}&query=${query}`, {
      key,
    })
    return [body].flat().reduce((sum: number, row: { earnings: number }) => sum + row.earnings, 0)
  }
  for (const groupBy of ['count', 'timeseries', 'top_links'])
    t.deepEqual([await earningsOf('pro', groupBy), await earningsOf('free', groupBy)], [300, 0], groupBy)
})

test('links in folders that the caller may not read are not shown, and their sales and earnings do not count', async (t) => {
  const { workspace, partner, first, second } = await sellingPartner()
  const folder = await api.make.folder(workspace, { accessLevel: null })
  await api.resources.database.pool.query('update links set folder_id = $2 where id = $1', [first.id, folder.id])
  const user = await api.make.user()
  await api.make.member(workspace, user, 'member')
  const { key } = await api.make.token(user, workspace)
  const analytics = async (groupBy: string) =>
    (await api.call(`GET /partners/analytics?partnerId=${partner.id}&interval=7d&groupBy=${groupBy}`, { key })).body
  t.deepEqual(await analytics('count'), nothing)
  t.like(await analytics('top_links'), [{ id: second.id, ...nothing }])
  t.true((await analytics('timeseries')).every(({ earnings, sales }: typeof counts) => earnings === 0 && sales === 0))
})
