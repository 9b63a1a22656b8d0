import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { testApi } from '../../support/api.js'
import { clickRow, storeClicks } from '../../support/events.js'
import { runJobByName } from '../../support/jobs.js'

const api = await testApi()
test.after.always(() => api.close())

const { pool } = api.resources.database
const zero = { clicks: 0, leads: 0, sales: 0, saleAmount: 0 }
const clicks = (count: number) => ({ ...zero, clicks: count })

/** Ann is in the first group and has a tag and a tenant, Bob is in the second: three clicks of Ann, two of Bob, one of no partner. */
async function programWithClicks() {
  const caller = await api.make.caller({ plan: 'enterprise' })
  const { workspace } = caller
  const program = await api.make.program(workspace)
  const [first, second] = [await api.make.partnerGroup(program), await api.make.partnerGroup(program)]
  const [ann, bob] = [await api.make.partner({ name: 'Ann' }), await api.make.partner({ name: 'Bob' })]
  const enrolment = await api.make.enrolment(program, ann, { groupId: first.id, tenantId: 'tenant-ann' })
  await api.make.enrolment(program, bob, { groupId: second.id })
  const tag = await api.make.partnerTag(program)
  await pool.query('insert into enrolment_tags (enrolment_id, tag_id, created_at) values ($1, $2, now())', [enrolment.id, tag.id])
  const links = [
    await api.make.link(workspace, { programId: program.id, partnerId: ann.id, tenantId: 'tenant-ann' }),
    await api.make.link(workspace, { programId: program.id, partnerId: bob.id }),
    await api.make.link(workspace),
  ]
  const rows = links.flatMap((link, index) =>
    Array.from({ length: 3 - index }, () =>
      clickRow({ timestamp: new Date(Date.now() - minutes(30)), workspace_id: workspace.id, link_id: link.id }),
    ),
  )
  await storeClicks(pool, rows)
  let calls = 0
  let { key } = caller
  const get = async (path: string) => {
    if (++calls % 12 === 0) key = (await api.make.token(caller.user, workspace)).key // the rate limit is per key
    return api.call(`GET ${path}`, { key })
  }
  return { ...caller, program, groups: { first, second }, ann, bob, tag, links, get }
}

const expected: [filter: (data: Awaited<ReturnType<typeof programWithClicks>>) => string, clicks: number][] = [
  [({ ann }) => `partnerId=${ann.id}`, 3],
  [({ ann }) => `partnerId=-${ann.id}`, 3],
  [({ ann, bob }) => `partnerId=${ann.id},${bob.id}`, 5],
  [({ groups }) => `groupId=${groups.second.id}`, 2],
  [({ groups }) => `groupId=-${groups.second.id}`, 4],
  [({ groups }) => `groupId=${groups.first.id},${groups.second.id}`, 5],
  [({ tag }) => `partnerTagId=${tag.id}`, 3],
  [({ tag }) => `partnerTagId=-${tag.id}`, 3],
  [() => 'tenantId=tenant-ann', 3],
  [({ program }) => `programId=${program.id}`, 5],
  [({ groups, tag }) => `groupId=${groups.second.id}&partnerTagId=${tag.id}`, 0],
]

test('clicks are filtered by partner, group, tag, tenant and program, in analytics and events, before and after the roll-up', async (t) => {
  const data = await programWithClicks()
  for (const step of ['raw', 'rolled up']) {
    for (const [filter, count] of expected) {
      const parameters = filter(data)
      t.deepEqual((await data.get(`/analytics?${parameters}`)).body, clicks(count), `${parameters}, ${step}`)
      t.is((await data.get(`/events?${parameters}`)).body.length, count, `events: ${parameters}`)
    }
    await runJobByName(api.resources, 'rollups.roll-up-clicks')
  }
})

test('clicks are grouped by partner, group and tag, with their names', async (t) => {
  const { get, ann, bob, groups, tag } = await programWithClicks()
  const { rows } = await pool.query('select id, name, slug, color from partner_groups where id = any ($1)', [
    [groups.first.id, groups.second.id],
  ])
  const groupNamed = (id: string) => rows.find((row) => row.id === id)
  const grouped = async (groupBy: string) => (await get(`/analytics?groupBy=${groupBy}`)).body
  t.like(await grouped('top_partners'), [
    { partnerId: ann.id, partner: { id: ann.id, name: 'Ann' }, ...clicks(3) },
    { partnerId: bob.id, partner: { id: bob.id, name: 'Bob' }, ...clicks(2) },
  ])
  t.like(await grouped('top_groups'), [
    { groupId: groups.first.id, group: groupNamed(groups.first.id), ...clicks(3) },
    { groupId: groups.second.id, group: groupNamed(groups.second.id), ...clicks(2) },
  ])
  t.like(await grouped('top_partner_tags'), [{ partnerTagId: tag.id, partnerTag: { id: tag.id, name: tag.name }, ...clicks(3) }])
})

test('the program of another workspace is refused', async (t) => {
  const [own, other] = [await programWithClicks(), await programWithClicks()]
  const refused = await own.get(`/analytics?programId=${other.program.id}`)
  t.is(refused.status, 403)
  t.deepEqual((await own.get(`/analytics?groupId=${other.groups.first.id}`)).body, zero)
})

test('an expanded customer shows the partner who referred it and the discount of this partner', async (t) => {
  const { get, program, ann, bob, workspace } = await programWithClicks()
  const discount = await api.make.discount(program, { amount: 20, type: 'percentage', maxDuration: 3 })
  await pool.query('update enrolments set discount_id = $1 where program_id = $2 and partner_id = $3', [discount.id, program.id, ann.id])
  const customers = [
    await api.make.customer(workspace, { programId: program.id, partnerId: ann.id }),
    await api.make.customer(workspace, { programId: program.id, partnerId: bob.id }),
    await api.make.customer(workspace),
  ]
  const [ofAnn, ofBob, ofNoPartner] = await Promise.all(
    customers.map(async ({ id }) => (await get(`/customers/${id}?includeExpandedFields=true`)).body),
  )
  t.like(ofAnn, {
    programId: program.id,
    partner: { id: ann.id, name: 'Ann' },
    discount: { id: discount.id, amount: 20, type: 'percentage', maxDuration: 3 },
  })
  t.like(ofBob, { partner: { id: bob.id, name: 'Bob' }, discount: null })
  t.like(ofNoPartner, { partner: null, discount: null })
})
