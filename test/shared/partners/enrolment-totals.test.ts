import test from 'ava'
import { testService } from '../../support/service.js'

const service = await testService()
const { make } = service
const { pool } = service.resources.database
test.after.always(() => service.close())

async function enrolledPartner() {
  const workspace = await make.workspace()
  const program = await make.program(workspace)
  const partner = await make.partner()
  const enrolment = await make.enrolment(program, partner)
  const link = () => make.link(workspace, { programId: program.id, partnerId: partner.id })
  return { workspace, program, partner, enrolment, link }
}

async function totals({ id }: { id: string }) {
  const { rows } = await pool.query(
    `select total_clicks::int as clicks, total_leads::int as leads, total_conversions::int as conversions, total_sales::int as sales,
       total_sale_amount::int as amount from enrolments where id = $1`,
    [id],
  )
  return rows[0] as Record<'clicks' | 'leads' | 'conversions' | 'sales' | 'amount', number>
}

const count = (id: string, clicks: number) =>
  pool.query('update links set clicks = clicks + $2, leads = 2, conversions = 1, sales = 3, sale_amount = 500 where id = $1', [id, clicks])

test('the totals of an enrolment are the sums over its links', async (t) => {
  const { enrolment, link } = await enrolledPartner()
  const [first, second] = [await link(), await link()]
  await count(first.id, 4)
  await count(second.id, 3)
  await pool.query('update links set clicks = clicks + 1 where id = any($1)', [[first.id, second.id]])
  t.deepEqual(await totals(enrolment), { clicks: 9, leads: 4, conversions: 2, sales: 6, amount: 1000 })
  await pool.query('update links set sale_amount = sale_amount - 100, sales = sales - 1 where id = $1', [first.id])
  t.deepEqual(await totals(enrolment), { clicks: 9, leads: 4, conversions: 2, sales: 5, amount: 900 })
})

test('the totals follow a link that leaves its partner, and a deleted link', async (t) => {
  const { enrolment, link, program } = await enrolledPartner()
  const other = await make.partner()
  const otherEnrolment = await make.enrolment(program, other)
  const [moved, deleted] = [await link(), await link()]
  await count(moved.id, 4)
  await count(deleted.id, 3)
  await pool.query('update links set partner_id = $2 where id = $1', [moved.id, other.id])
  t.deepEqual(await totals(enrolment), { clicks: 3, leads: 2, conversions: 1, sales: 3, amount: 500 })
  t.deepEqual(await totals(otherEnrolment), { clicks: 4, leads: 2, conversions: 1, sales: 3, amount: 500 })
  await pool.query('delete from links where id = $1', [deleted.id])
  t.deepEqual(await totals(enrolment), { clicks: 0, leads: 0, conversions: 0, sales: 0, amount: 0 })
})

test('links without a partner and of another program change no totals', async (t) => {
  const { enrolment, partner, workspace } = await enrolledPartner()
  const elsewhere = await make.program(await make.workspace())
  const foreign = await make.link(workspace, { programId: elsewhere.id, partnerId: partner.id })
  const plain = await make.link(workspace)
  await count(foreign.id, 4)
  await count(plain.id, 4)
  t.is((await totals(enrolment)).clicks, 0)
})

test('concurrent updates of links of several partners lose nothing and do not block each other', async (t) => {
  const [one, two] = [await enrolledPartner(), await enrolledPartner()]
  const pairs = await Promise.all(
    Array.from({ length: 8 }, async (_, index) =>
      index % 2 ? [await one.link(), await two.link()] : [await two.link(), await one.link()],
    ),
  )
  await Promise.all(
    Array.from({ length: 5 }, () => pairs)
      .flat()
      .map((pair) => pool.query('update links set clicks = clicks + 1 where id = any($1)', [pair.map(({ id }) => id)])),
  )
  t.is((await totals(one.enrolment)).clicks, 40)
  t.is((await totals(two.enrolment)).clicks, 40)
})
