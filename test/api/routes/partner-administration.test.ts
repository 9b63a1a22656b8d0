/** The operator's endpoints for partner accounts, and figures over all workspaces. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { programOf } from '../../support/partner-input.js'
import { unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ PAYOUT_FEE: '5' })
})
test.after.always(() => api?.close())

const admin = (what: string, body?: object) => api.call(what, { key: api.config.adminApiKey as string, ...(body ? { body } : {}) })
const rows = async (sql: string, values: unknown[]) => (await api.resources.database.pool.query(sql, values)).rows
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

test('partners are listed by status and found by id and address, with accounts that are paid to the same place', async (t) => {
  const [first, second] = [
    await api.make.partner({ networkStatus: 'submitted', submittedAt: new Date(), payoutMethodHash: unique('hash'), country: 'IS' }),
    await api.make.partner({ country: 'IS' }),
  ]
  await rows('update partners set payout_method_hash = $2 where id = $1', [second.id, first.payoutMethodHash])
  const path = 'GET /admin/partners/network'
  t.deepEqual(idsOf((await admin(`${path}?networkStatus=submitted&country=IS`)).body), [first.id])
  t.deepEqual((await admin(`${path}/count?country=IS`)).body, { count: 2 })
  t.deepEqual(idsOf((await admin(`${path}?search=${encodeURIComponent(String(second.email))}`)).body), [second.id])
  const [found] = (await admin(`${path}?search=${first.id}`)).body
  t.deepEqual(idsOf(found.duplicatePartnerAccounts), [second.id])
  t.like(found, { networkStatus: 'submitted', platforms: [], programs: [], changeHistoryLog: [] })
})

test('the place in the network changes once per decision, and is kept in the history', async (t) => {
  const { id, email } = await api.make.partner({ networkStatus: 'submitted' })
  const path = `PATCH /admin/partners/${id}/network-status`
  t.deepEqual((await admin(path, { status: 'approved' })).body, { id, networkStatus: 'approved' })
  t.is((await admin(path, { status: 'approved' })).status, 400)
  const emails = await rows(`select payload->>'subject' as subject from outbox where payload->>'to' = $1`, [email])
  t.true(emails.length <= 1)

  const trusted = (await admin('POST /admin/partners/trusted', { partnerIdOrEmail: email as string })).body
  t.like(trusted, { id, email })
  t.is((await admin('POST /admin/partners/trusted', { partnerIdOrEmail: id })).status, 400)
  t.is((await admin('POST /admin/partners/trusted', { partnerIdOrEmail: 'neither' })).status, 422)
  t.true(idsOf((await admin('GET /admin/partners/trusted')).body.partners).includes(id))
  t.is((await admin(path, { status: 'approved' })).status, 400)
  t.deepEqual((await admin('DELETE /admin/partners/trusted', { partnerId: id })).body, { success: true })
  t.is((await admin('DELETE /admin/partners/trusted', { partnerId: id })).status, 400)
  const [{ change_history: history }] = await rows('select change_history from partners where id = $1', [id])
  t.deepEqual(
    history.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`),
    ['submitted approved', 'approved trusted', 'trusted approved'],
  )
  await admin(path, { status: 'draft' })
  const [draft] = await rows('select change_history, reviewed_at from partners where id = $1', [id])
  t.deepEqual(draft, { change_history: [], reviewed_at: null })
})

test('another country removes the payout method, and identity is verified once', async (t) => {
  const { id } = await api.make.partner({ country: 'DE', defaultPayoutMethod: 'paypal', paypalEmail: `${unique('pay')}@example.com` })
  t.is((await admin(`PATCH /admin/partners/${id}`, { country: 'DE' })).status, 400)
  t.deepEqual((await admin(`PATCH /admin/partners/${id}`, { country: 'FR' })).body, { success: true })
  const [partner] = await rows('select country, paypal_email, default_payout_method from partners where id = $1', [id])
  t.deepEqual(partner, { country: 'FR', paypal_email: null, default_payout_method: null })
  t.is((await admin(`POST /admin/partners/${id}/verify-identity`)).status, 200)
  t.is((await admin(`POST /admin/partners/${id}/verify-identity`)).status, 400)
  t.is((await admin('POST /admin/partners/pn_none/verify-identity')).status, 404)
})

test('websites that two partners verified are shared, whatever their spelling', async (t) => {
  const [first, second, third] = [await api.make.partner(), await api.make.partner(), await api.make.partner()]
  const site = `${unique('site')}.example`
  const add = (id: string, identifier: string) => admin(`POST /admin/partners/${id}/platforms`, { platform: 'website', identifier })
  t.truthy((await add(first.id, `https://www.${site}/about`)).body.platform.verifiedAt)
  await add(second.id, site.toUpperCase())
  await add(third.id, `other-${site}`)
  const { body } = await admin(`GET /admin/partners/${first.id}/shared-platforms`)
  t.deepEqual(
    body.map(({ type, partners }: any) => [type, idsOf(partners)]),
    [['website', [second.id]]],
  )
  t.deepEqual((await admin(`GET /admin/partners/${third.id}/shared-platforms`)).body, [])
})

test('a partner account is deleted unless it has earned something or was paid', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const [idle, earning, paid] = [
    await api.make.partner(),
    await api.make.partner(),
    await api.make.partner({ stripeConnectId: unique('acct') }),
  ]
  for (const partner of [idle, earning, paid]) await api.make.enrolment(program, partner)
  await api.make.commission(program, earning, { earnings: 100 })
  await api.make.payout(program, paid, { status: 'completed', method: 'connect', amount: 100 })
  const remove = (partner: { email?: string | null | undefined }, deletePartnerAccount = true) =>
    admin('POST /admin/partners/delete-account', { email: partner.email as string, deletePartnerAccount })
  t.regex((await remove(earning)).body.error.message, /has commissions/)
  t.regex((await remove(paid, false)).body.error.message, /received transfers/)
  t.deepEqual((await remove(idle, false)).body, { success: true })
  t.deepEqual((await remove(idle)).body, { success: true })
  t.is((await remove(idle)).status, 404)
  t.deepEqual(await rows('select id from enrolments where partner_id = $1', [idle.id]), [])
})

test('a deleted partner account no longer counts in the workspaces of its programs', async (t) => {
  const partner = await api.make.partner()
  const workspaces = []
  for (const usage of [5, 7]) {
    const { workspace } = await api.make.caller()
    await api.make.enrolment(await programOf(api.make, workspace), partner)
    await rows('update workspaces set partners_usage = $2 where id = $1', [workspace.id, usage])
    workspaces.push(workspace.id)
  }
  await admin('POST /admin/partners/delete-account', { email: partner.email as string, deletePartnerAccount: true })
  t.deepEqual(await rows('select partners_usage::int as usage from workspaces where id = any ($1) order by 1', [workspaces]), [
    { usage: 4 },
    { usage: 6 },
  ])
})

test('figures count all programs, or one of them', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const partner = await api.make.partner({
    country: 'NO',
    defaultPayoutMethod: 'paypal',
    paypalEmail: `${unique('pay')}@example.com`,
    payoutsEnabledAt: new Date(),
  })
  await api.make.enrolment(program, partner)
  await api.make.commission(program, partner, { type: 'sale', amount: 10_000, earnings: 2000, status: 'pending' })
  await api.make.commission(program, partner, { type: 'sale', amount: 10_000, earnings: 9000, status: 'canceled' })
  const { body } = await admin(`GET /admin/commissions?programId=${program.id}`)
  t.like(body.programs[0], { id: program.id, commissions: 2000, fees: 100 })
  t.is(
    body.timeseries.reduce((sum: number, { commissions }: { commissions: number }) => sum + commissions, 0),
    2000,
  )
  t.true(idsOf((await admin('GET /admin/commissions')).body.programs).includes(program.id))
  // A zone that PostgreSQL does not know.
  const pacific = await admin(`GET /admin/commissions?programId=${program.id}&interval=7d&timezone=US/Pacific-New`)
  t.is(pacific.status, 200)
  t.regex(pacific.body.timeseries[0].start, /T0[78]:00:00\.000Z$/)
  const top = (await admin('GET /admin/programs/sales')).body.programs.find(({ id }: { id: string }) => id === program.id)
  t.like(top, { sales: 1, saleAmount: 10_000, commissions: 2000 })

  await api.make.payout(program, partner, { status: 'pending', amount: 20_000 })
  t.like((await admin('GET /admin/payouts/paypal?country=NO')).body, [{ amount: 20_000, partner: { id: partner.id } }])
  t.deepEqual((await admin('GET /admin/payouts/stablecoin?country=NO')).body, [])
})

test('invoices are listed with their status, and their fees are revenue', async (t) => {
  const { workspace } = await api.make.caller()
  const program = await programOf(api.make, workspace)
  const partner = await api.make.partner()
  await api.make.enrolment(program, partner)
  const invoice = async (sequence: number, status: 'completed' | 'failed' | 'processing') => {
    const id = unique('inv_')
    await rows(
      `insert into invoices (id, workspace_id, program_id, sequence, amount, external_amount, fee, total, fee_rate, waiver, waived, created_at, updated_at)
       values ($1, $2, $3, $4, 1000, 0, 60, 1060, 600, 0, 0, now(), now())`,
      [id, workspace.id, program.id, sequence],
    )
    await api.make.payout(program, partner, { status, amount: 1000, invoiceId: id })
  }
  await invoice(1, 'completed')
  await invoice(2, 'failed')
  await invoice(3, 'processing')
  const path = `GET /admin/payouts?programId=${program.id}`
  const { body } = await admin(path)
  t.deepEqual(body.invoices.map(({ status }: { status: string }) => status).sort(), ['completed', 'processing'])
  t.is(body.totalInvoices, 2)
  t.is(
    body.timeseriesData.reduce((sum: number, { fees }: { fees: number }) => sum + fees, 0),
    120,
  )
  t.is((await admin(`${path}&status=failed`)).body.totalInvoices, 1)
  t.is((await admin(`${path}&pageSize=1&page=2`)).body.invoices.length, 1)
  const { timeseries } = (await admin('GET /admin/revenue')).body
  t.is(timeseries.length, 13)
  t.true(timeseries.at(-1).payoutFees >= 30 && timeseries.at(-1).mrr === 0)
})
