import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

/** Three commissions of Ann and one of Bob, who is in a group of his own and tagged. */
async function earningProgram() {
  const program = await partnerProgram(api)
  const group = await api.make.partnerGroup(program.program, { name: 'Gold' })
  const tag = await api.make.partnerTag(program.program, { name: 'Top' })
  const ann = await program.enrol({ name: 'Ann' })
  const bob = await program.enrol({ name: 'Bob' }, { groupId: group.id, tenantId: 'bob-1' })
  await program.rows('insert into enrolment_tags (enrolment_id, tag_id, created_at) values ($1, $2, now())', [bob.enrolment.id, tag.id])
  const on = (date: string, of: typeof ann, row: object) =>
    api.make.commission(program.program, of.partner, { createdAt: new Date(`2026-03-${date}Z`), ...row })
  await on('01T23:30:00', ann, { earnings: 100, type: 'lead' })
  await on('02T10:00:00', ann, { earnings: 200, type: 'sale', amount: 1000, description: '=1+1' })
  await on('02T11:00:00', ann, { earnings: 999, type: 'sale', status: 'fraud' })
  await on('04T12:00:00', bob, { earnings: 400, type: 'sale', status: 'hold', amount: 2000 })
  const other = await partnerProgram(api)
  await api.make.commission(other.program, (await other.enrol()).partner, { createdAt: new Date('2026-03-02T10:00:00Z') })
  const range = 'start=2026-03-01&end=2026-03-04'
  const analyse = async (query: string) => {
    const { status, body } = await program.call(`GET /commissions/analytics?${range}&${query}`)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  return { program, group, tag, ann, bob, analyse, range }
}

test('earnings are summed by day of the time zone, with empty days', async (t) => {
  const { analyse } = await earningProgram()
  const rows = await analyse('')
  t.deepEqual(rows, [
    { start: '2026-03-01T00:00:00.000Z', earnings: 100, count: 1 },
    { start: '2026-03-02T00:00:00.000Z', earnings: 200, count: 1 },
    { start: '2026-03-03T00:00:00.000Z', earnings: 0, count: 0 },
    { start: '2026-03-04T00:00:00.000Z', earnings: 400, count: 1 },
  ])
  const local = await analyse('timezone=Europe/Berlin')
  t.deepEqual(local[1], { start: '2026-03-01T23:00:00.000Z', earnings: 300, count: 2 })
})

test('earnings are summed by day of a time zone that PostgreSQL does not know', async (t) => {
  const { analyse } = await earningProgram()
  const rows = await analyse('timezone=US/Pacific-New')
  t.deepEqual(rows[0], { start: '2026-03-01T08:00:00.000Z', earnings: 100, count: 1 })
  t.deepEqual(rows, await analyse('timezone=America/Los_Angeles'))
})

test('a day on which the clocks change has 23 or 25 hours, each once', async (t) => {
  const { program, ann } = await earningProgram()
  const make = (createdAt: string, earnings: number) =>
    api.make.commission(program.program, ann.partner, { createdAt: new Date(createdAt), earnings, type: 'sale' })
  await make('2025-11-02T05:30:00Z', 1)
  await make('2025-11-02T06:30:00Z', 2)
  const hours = async (day: string): Promise<{ start: string; earnings: number }[]> =>
    (await program.call(`GET /commissions/analytics?start=${day}&end=${day}&timezone=America/New_York`)).body
  const autumn = await hours('2025-11-02')
  t.is(autumn.length, 25)
  t.deepEqual(
    autumn.filter(({ earnings }) => earnings > 0).map(({ start, earnings }) => [start, earnings]),
    [
      ['2025-11-02T05:00:00.000Z', 1],
      ['2025-11-02T06:00:00.000Z', 2],
    ],
  )
  const spring = await hours('2026-03-08')
  t.is(new Set(spring.map(({ start }) => start)).size, 23)
  t.is(spring.length, 23)
})

test('earnings are summed by partner, group, tag and type', async (t) => {
  const { analyse, ann, bob, group, tag, program } = await earningProgram()
  t.deepEqual(await analyse('groupBy=partnerId'), [
    { partnerId: bob.partner.id, name: 'Bob', image: null, country: null, earnings: 400, commissionCount: 1 },
    { partnerId: ann.partner.id, name: 'Ann', image: null, country: null, earnings: 300, commissionCount: 2 },
  ])
  t.deepEqual(await analyse('groupBy=groupId'), [
    { groupId: group.id, name: 'Gold', earnings: 400, count: 1 },
    { groupId: program.program.defaultGroupId, name: 'Default Group', earnings: 300, count: 2 },
  ])
  t.deepEqual(await analyse('groupBy=partnerTagId'), [{ partnerTagId: tag.id, name: 'Top', earnings: 400, count: 1 }])
  t.deepEqual(await analyse('groupBy=type'), [
    { key: 'sale', label: 'Sales', earnings: 600, count: 2 },
    { key: 'lead', label: 'Leads', earnings: 100, count: 1 },
  ])
})

test('filters apply, and a status includes those that do not count otherwise', async (t) => {
  const { analyse } = await earningProgram()
  t.deepEqual(await analyse('groupBy=type&status=fraud'), [{ key: 'sale', label: 'Sales', earnings: 999, count: 1 }])
  t.deepEqual(await analyse('groupBy=type&tenantId=bob-1'), [{ key: 'sale', label: 'Sales', earnings: 400, count: 1 }])
})

test('a few commissions are exported at once, oldest first', async (t) => {
  const { program, range } = await earningProgram()
  const { status, body: text } = await api.call(`GET /commissions/export?${range}`, { key: program.key })
  t.is(status, 200)
  const [header, ...lines] = text.trim().split('\r\n')
  t.is(header, 'Commission ID,Type,Amount (cents),Earnings (cents),Currency,Status,Invoice ID,Quantity,Created at')
  t.deepEqual(
    lines.map((line: string) => line.split(',').slice(1, 6).join()),
    ['lead,0,100,usd,pending', 'sale,1000,200,usd,pending', 'sale,2000,400,usd,hold'],
  )
})

test('columns can be chosen, and formulas are not evaluated', async (t) => {
  const { program, range } = await earningProgram()
  const url = `GET /commissions/export?${range}&columns=description,partnerName,partnerTenantId,id`
  const { body: text } = await api.call(url, { key: program.key })
  const [header, ...lines] = text.trim().split('\r\n')
  t.is(header, 'Commission ID,Description,Partner name,Partner tenant ID')
  t.true(lines.some((line: string) => line.endsWith(`,'=1+1,Ann,`)))
  t.true(lines.some((line: string) => line.endsWith(',Bob,bob-1')))
  t.is((await program.call('GET /commissions/export?columns=secret')).status, 422)
})

test('many commissions are exported by a background operation; a file with columns of customers is personal data', async (t) => {
  const { program, ann } = await earningProgram()
  await program.rows(
    `insert into commissions (id, program_id, partner_id, type, status, amount, earnings, quantity, event_amount, event_earnings,
       created_at, updated_at)
     select 'cm_' || lpad(n::text, 26, '0'), $1, $2, 'custom', 'pending', 0, n, 1, 0, n, now(), now() from generate_series(1, 1500) as n`,
    [program.program.id, ann.partner.id],
  )
  const started = await program.call('GET /commissions/export?type=custom')
  t.is(started.status, 202)
  await runJobByName(api.resources, 'commissions.export', { operationId: started.body.id })
  const isPersonal = 'select contains_personal_data as it from background_operations where id = $1'
  t.false((await program.rows(isPersonal, [started.body.id]))[0].it)
  const named = await program.call('GET /commissions/export?type=custom&columns=id,customerEmail')
  await runJobByName(api.resources, 'commissions.export', { operationId: named.body.id })
  t.true((await program.rows(isPersonal, [named.body.id]))[0].it, 'the file is deleted with a customer')
  const { key: restricted } = await api.make.token(program.user, program.workspace, { scopes: ['groups.read'] })
  t.is((await api.call(`GET /jobs/${named.body.id}/result`, { key: program.key })).status, 200)
  t.is((await api.call(`GET /jobs/${named.body.id}/result`, { key: restricted })).status, 404)
  t.is((await api.call(`GET /jobs/${started.body.id}/result`, { key: restricted })).status, 200)
  const { body: text } = await api.call(`GET /jobs/${started.body.id}/result`, { key: program.key })
  const lines = text.trim().split('\r\n').slice(1)
  t.is(lines.length, 1500)
  t.is(new Set(lines).size, 1500)
})
