/** Moving partners between groups, deleting groups, and the links that follow them. */
import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'
import { programOwner as createProgramOwner, unique } from '../../support/program-owner.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

const programOwner = (overrides = {}) => createProgramOwner(api, overrides)
const sync = () => runQueuedJobsAndSubscribers(api.resources)
const { query } = { query: (sql: string, params: unknown[]) => api.resources.database.pool.query(sql, params) }
type Owner = Awaited<ReturnType<typeof programOwner>>

const urlsOf = async ({ call }: Owner, partnerId: string): Promise<string[]> =>
  (await call(`GET /partners/links?partnerId=${partnerId}`)).body.map(({ url }: { url: string }) => url)

/** Destinations of the links of the partner that are copies of a default link. */
const copiesOf = async (partnerId: string): Promise<string[]> =>
  (
    await query(
      `select d.url from partner_default_links p join group_default_links d on d.id = p.default_link_id join links l on l.id = p.link_id
       where l.partner_id = $1 order by d.url`,
      [partnerId],
    )
  ).rows.map(({ url }) => url)

test.serial(
  'a move binds links with the same destination to the new group, keeps others as ordinary links and adds missing ones',
  async (t) => {
    const owner = await programOwner()
    const { call, partner, group } = owner
    await call('POST /groups/default/default-links', { url: 'https://acme.example/blog' })
    const { id } = await partner()
    const target = await group()
    const [home, blog] = (await call(`GET /groups/${target.id}/default-links`)).body
    await call(`DELETE /groups/${target.id}/default-links/${blog.id}`)
    await call(`POST /groups/${target.id}/default-links`, { url: 'https://acme.example/pricing' })
    const before = (await call(`GET /partners/links?partnerId=${id}`)).body
    t.deepEqual(await copiesOf(id), ['https://acme.example/', 'https://acme.example/blog'])
    t.deepEqual((await call(`POST /groups/${target.id}/partners`, { partnerIds: [id, id] })).body, { count: 1 })
    await sync()
    t.deepEqual(await copiesOf(id), ['https://acme.example/', 'https://acme.example/pricing'])
    t.deepEqual((await urlsOf(owner, id)).sort(), ['https://acme.example/', 'https://acme.example/blog', 'https://acme.example/pricing'])
    const after = (await call(`GET /partners/links?partnerId=${id}`)).body
    t.deepEqual(
      after.slice(0, 2).map((link: { id: string }) => link.id),
      before.map((link: { id: string }) => link.id),
      'existing links stay',
    )
    t.is(home.url, 'https://acme.example/')
    t.deepEqual((await call(`POST /groups/${target.id}/partners`, { partnerIds: [id] })).body, { count: 0 })
  },
)

test.serial('an applicant who moves gets no links before the approval', async (t) => {
  const owner = await programOwner()
  const applicant = await api.make.partner()
  await api.make.enrolment(owner.program, applicant, { status: 'pending' })
  const target = await owner.group()
  t.is((await owner.call(`POST /groups/${target.id}/partners`, { partnerIds: [applicant.id] })).status, 200)
  await sync()
  t.deepEqual(await urlsOf(owner, applicant.id), [])
  t.is((await owner.call(`POST /groups/${target.id}/partners`, { partnerIds: [applicant.id, 'pn_unknown'] })).status, 404)
})

test.serial('links take the UTM parameters of the group template, when it changes and after a move', async (t) => {
  const owner = await programOwner()
  const { call, partner, group, workspace } = owner
  const [spring, summer] = [
    await api.make.utmTemplate(workspace, { utm_source: 'partners', utm_campaign: 'spring' }),
    await api.make.utmTemplate(workspace, { utm_campaign: 'summer' }),
  ]
  const { id } = await partner()
  const bystander = await owner.partner()
  await call('PATCH /groups/default', { utmTemplateId: spring.id })
  await sync()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/?utm_source=partners&utm_campaign=spring'])
  const target = await group({ utmTemplateId: summer.id })
  await call(`POST /groups/${target.id}/partners`, { partnerIds: [id] })
  await sync()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/?utm_campaign=summer'])
  t.deepEqual(await urlsOf(owner, bystander.id), ['https://acme.example/?utm_source=partners&utm_campaign=spring'])
  t.deepEqual(await copiesOf(id), ['https://acme.example/'], 'the parameters do not make it another link')
})

test.serial(
  'the url of the program follows the first default link of its default group when that is deleted or the group changes',
  async (t) => {
    const { call, program, group } = await programOwner()
    const urlOfProgram = async () => (await call(`GET /programs/${program.id}`)).body.url
    const other = await group()
    const [home] = (await call('GET /groups/default/default-links')).body
    const { body: blog } = await call('POST /groups/default/default-links', { url: 'https://acme.example/blog' })
    const { body: shop } = await call('POST /groups/default/default-links', { url: 'https://acme.example/shop' })
    await call(`DELETE /groups/default/default-links/${shop.id}`)
    t.is(await urlOfProgram(), home.url)
    await call(`DELETE /groups/default/default-links/${home.id}`)
    t.is(await urlOfProgram(), blog.url)
    t.is((await call(`POST /groups/${other.id}/default`)).status, 200)
    t.is(await urlOfProgram(), home.url)
    const [last] = (await call('GET /groups/default/default-links')).body
    t.is((await call(`DELETE /groups/default/default-links/${last.id}`)).status, 200)
    t.is(await urlOfProgram(), home.url, 'links of partners need a destination')
  },
)

test.serial('a parameter of the template replaces that of a default link in its copies, from their creation', async (t) => {
  const owner = await programOwner()
  const { call, partner, program, workspace } = owner
  await call(`PATCH /programs/${program.id}`, { url: 'https://acme.example/?utm_source=site&utm_medium=web' })
  const template = await api.make.utmTemplate(workspace, { utm_source: 'partners' })
  await call('PATCH /groups/default', { utmTemplateId: template.id })
  await sync()
  const { id } = await partner()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/?utm_source=partners&utm_medium=web'])
  await call('POST /groups/default/default-links', { url: 'https://acme.example/blog?utm_source=blog' })
  await sync()
  t.deepEqual(await urlsOf(owner, id), [
    'https://acme.example/?utm_source=partners&utm_medium=web',
    'https://acme.example/blog?utm_source=partners',
  ])
})

test.serial('links follow a change of the UTM template of their group, which is not deleted while the group uses it', async (t) => {
  const owner = await programOwner()
  const { call, partner, program, workspace } = owner
  const template = await api.make.utmTemplate(workspace, { utm_source: 'partners' })
  const { id } = await partner()
  await call('PATCH /groups/default', { utmTemplateId: template.id })
  await sync()
  const { body } = await call(`PATCH /utm/${template.id}`, { name: template.name, utm_source: 'changed' })
  t.deepEqual(body.partnerGroup, { id: program.defaultGroupId, name: 'Default Group' })
  await sync()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/?utm_source=changed'])
  t.is((await call(`DELETE /utm/${template.id}`)).status, 409)
  await call('PATCH /groups/default', { utmTemplateId: null })
  t.is((await call(`DELETE /utm/${template.id}`)).status, 200)
})

test.serial('a parameter that a UTM template no longer sets is removed from the links that have it from the template', async (t) => {
  const owner = await programOwner()
  const { call, partner, program, workspace } = owner
  const template = await api.make.utmTemplate(workspace, { utm_source: 'big+partners', utm_medium: 'web', ref: 'acme' })
  const { id } = await partner()
  const additionalLinks = [{ domain: 'acme.example', path: '', validationMode: 'domain' }]
  await call('PATCH /groups/default', { utmTemplateId: template.id, additionalLinks })
  await sync()
  await call('POST /partners/links', { partnerId: id, url: 'https://acme.example/own?utm_term=own' })
  const versions = async () => (await query('select updated_at from links where program_id = $1 order by id', [program.id])).rows
  const before = await versions()
  await call('PATCH /groups/default', { utmTemplateId: null })
  await call('PATCH /groups/default', { utmTemplateId: template.id })
  await sync()
  t.deepEqual(await versions(), before, 'links that have the parameters are not changed')
  await call(`PATCH /utm/${template.id}`, { name: template.name, utm_source: 'interim' })
  await call(`PATCH /utm/${template.id}`, { name: template.name, utm_source: '' })
  await sync()
  t.deepEqual((await urlsOf(owner, id)).sort(), [
    'https://acme.example/?utm_medium=web&ref=acme',
    'https://acme.example/own?utm_term=own&utm_medium=web&ref=acme',
  ])
  await call('PATCH /groups/default', { utmTemplateId: null })
  await sync()
  t.deepEqual((await urlsOf(owner, id)).sort(), ['https://acme.example/', 'https://acme.example/own?utm_term=own'])
})

test.serial('a destination without a scheme gets the UTM parameters of the group template, and is found by them', async (t) => {
  const { call, partner, workspace } = await programOwner()
  const template = await api.make.utmTemplate(workspace, { utm_source: 'partners' })
  const additionalLinks = [{ domain: 'acme.example', path: '', validationMode: 'domain' }]
  await call('PATCH /groups/default', { utmTemplateId: template.id, additionalLinks })
  const { id: partnerId } = await partner()
  for (const [url, stored] of [
    ['acme.example/a', 'https://acme.example/a?utm_source=partners'],
    ['acme.example:8443/b', 'https://acme.example:8443/b?utm_source=partners'],
    [' acme.example/c?utm_source=own', 'https://acme.example/c?utm_source=own'],
  ]) {
    const created = await call('POST /partners/links', { partnerId, url })
    t.like(created, { status: 201, body: { url: stored } }, url)
    const upserted = await call('PUT /partners/links/upsert', { partnerId, url })
    t.like(upserted, { status: 200, body: { id: created.body.id, url: stored } }, url)
  }
})

test.serial('the folder of a program is not deleted', async (t) => {
  const { call, program } = await programOwner()
  t.is((await call(`DELETE /folders/${program.defaultFolderId}`)).status, 403)
  t.is((await call(`GET /folders/${program.defaultFolderId}`)).status, 200)
})

test.serial('codes follow to an equivalent discount and are deleted otherwise', async (t) => {
  const owner = await programOwner({ webhookTriggers: ['discount_code.deleted'] })
  const { call, partner, group, workspace, program } = owner
  const discount = { amount: 20, type: 'percentage', maxDuration: 12, provider: 'custom' }
  const [same, less] = [await group(), await group()]
  await call('POST /discounts', { ...discount, groupId: program.defaultGroupId })
  const equivalent = (await call('POST /discounts', { ...discount, groupId: same.id })).body
  await call('POST /discounts', { ...discount, amount: 10, groupId: less.id })
  const { id, links } = await partner()
  const { body: code } = await call('POST /discount-codes', { partnerId: id, linkId: links[0].id, code: 'ADA20' })
  await call(`POST /groups/${same.id}/partners`, { partnerIds: [id] })
  await sync()
  const codesOf = async () => (await call(`GET /discount-codes?partnerId=${id}`)).body
  t.deepEqual(await codesOf(), [{ ...code, discountId: equivalent.id }])
  await call(`POST /groups/${less.id}/partners`, { partnerIds: [id] })
  await sync()
  t.deepEqual(await codesOf(), [])
  const { rows } = await query('select data from webhook_outbox where workspace_id = $1', [workspace.id])
  t.deepEqual(
    rows.map(({ data }) => data.code),
    ['ADA20'],
  )
})

test.serial('the partners of a deleted group move to the default group, however many they are, and its rewards end', async (t) => {
  const owner = await programOwner()
  const { call, program, group } = owner
  const target = await group()
  const reward = (await call('POST /rewards', { event: 'sale', amountInCents: 500, groupId: target.id })).body
  const used = (await call('POST /rewards', { event: 'lead', amountInCents: 500, groupId: target.id })).body
  await query(
    `with added as (
       insert into partners (id, name, username, email, created_at, updated_at)
       select 'pn_' || $1 || n, 'P' || n, $1 || n, $1 || n || '@example.com', now(), now() from generate_series(1, 250) n returning id
     ) insert into enrolments (id, program_id, partner_id, group_id, status, sale_reward_id, created_at, updated_at)
     select 'pge_' || id, $2, id, $3, 'approved', $4, now(), now() from added`,
    [unique('many'), program.id, target.id, reward.id],
  )
  await api.make.commission(program, (await call(`GET /partners?groupId=${target.id}&pageSize=1`)).body[0], { rewardId: used.id })
  const other = await group({
    moveRules: [
      { attribute: 'totalLeads', value: 5 },
      { attribute: 'partnerGroup', operator: 'eq', value: target.id },
    ],
  })
  t.is((await call(`DELETE /groups/${target.id}`)).status, 200)
  for (const path of [`GET /groups/${target.id}`, `POST /groups/${target.id}/default`, `DELETE /groups/${target.id}`])
    t.is((await call(path)).status, 404, `${path} while the partners are leaving`)
  t.is((await call('GET /groups/count')).body, 2)
  t.is((await call('GET /groups')).body.length, 2)
  await sync()
  t.is((await call(`GET /groups/${target.id}`)).status, 404)
  t.is((await call(`GET /partners/count?groupId=${program.defaultGroupId}`)).body, 250)
  const { rows } = await query('select count(*)::int as count from enrolments where program_id = $1 and sale_reward_id is not null', [
    program.id,
  ])
  t.is(rows[0].count, 0)
  t.deepEqual((await call('GET /rewards')).body, [])
  const kept = await query('select id, deleted_at is not null as deleted from rewards where id = any ($1)', [[reward.id, used.id]])
  t.deepEqual(kept.rows, [{ id: used.id, deleted: true }], 'a reward with commissions stays for them')
  t.deepEqual((await call(`GET /groups/${other.id}`)).body.moveRules, null, 'no partner can meet them')
})

test('the default group cannot be deleted, and another one can take its place', async (t) => {
  const { call, program, group } = await programOwner()
  t.is((await call('DELETE /groups/default')).status, 403)
  const target = await group()
  t.like((await call(`POST /groups/${target.id}/default`)).body, { id: target.id, slug: 'default', color: null })
  t.is((await call(`POST /groups/${target.id}/default`)).status, 400)
  t.is((await call(`GET /programs/${program.id}`)).body.defaultGroupId, target.id)
  t.like((await call(`GET /groups/${program.defaultGroupId}`)).body, { name: 'Default Group (old)' })
  t.is((await call(`DELETE /groups/${program.defaultGroupId}`)).status, 200)
})

test.serial('a program has one default group, whatever changes and deletions happen at the same time', async (t) => {
  const { call, program, group } = await programOwner()
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await group(), await group()]
    const answers = await Promise.all([
      call(`POST /groups/${one.id}/default`),
      call(`DELETE /groups/${one.id}`),
      call(`POST /groups/${two.id}/default`),
    ])
    for (const { status, body } of answers) t.true([200, 403, 404].includes(status), JSON.stringify(body))
    const { defaultGroupId } = (await call(`GET /programs/${program.id}`)).body
    t.is((await call('GET /groups/default')).body.id, defaultGroupId)
    for (const { id } of [one, two]) if (id !== defaultGroupId) await call(`DELETE /groups/${id}`)
  }
})

test.serial('totals that change move partners into the group whose rules they meet', async (t) => {
  const owner = await programOwner({ plan: 'enterprise' })
  const { call, partner, group } = owner
  const gold = await group({ moveRules: [{ attribute: 'totalSaleAmount', value: 10_000 }] })
  const [ann, bob, fixed] = [await partner(), await partner(), await partner()]
  await call(`PATCH /partners/${fixed.id}`, { groupMoveDisabled: true })
  const sell = (ids: string[], amount: number) => query('update links set sale_amount = $2 where partner_id = any ($1)', [ids, amount])
  const groupOf = async ({ id }: { id: string }) => (await call(`GET /partners/${id}`)).body.groupId
  const initial = await groupOf(ann)
  await sell([ann.id, fixed.id], 10_000)
  await sell([bob.id], 9999)
  await runJobByName(api.resources, 'partners.apply-move-rules')
  t.deepEqual([await groupOf(ann), await groupOf(bob), await groupOf(fixed)], [gold.id, initial, initial])
  const [entry] = (await call(`GET /activity-log?resourceId=${ann.id}`)).body
  t.like(entry, { action: 'partner.groupChanged', userId: null })
  await sell([bob.id], 10_001)
  await runJobByName(api.resources, 'partners.apply-move-rules')
  t.is(await groupOf(bob), gold.id)
  await call('POST /groups/default/partners', { partnerIds: [ann.id] })
  await runJobByName(api.resources, 'partners.apply-move-rules')
  t.is(await groupOf(ann), initial, 'a partner is evaluated only after its totals changed')
})

test.serial('commissions count for move rules, and inactive partners stay in their group', async (t) => {
  const { call, program, partner, group } = await programOwner({ plan: 'enterprise' })
  const rules = [
    { attribute: 'totalCommissions', operator: 'between', value: { min: 100, max: 1000 } },
    { attribute: 'partnerGroup', operator: 'eq', value: program.defaultGroupId },
  ]
  const gold = await group({ moveRules: rules })
  const [ann, banned] = [await partner(), await partner()]
  await call('POST /partners/ban', { partnerId: banned.id, reason: 'spam' })
  for (const one of [ann, banned]) await api.make.commission(program, one, { earnings: 500 })
  await runJobByName(api.resources, 'partners.apply-move-rules')
  t.is((await call(`GET /partners/${ann.id}`)).body.groupId, gold.id)
  t.is((await call(`GET /partners/${banned.id}`)).body.groupId, program.defaultGroupId)
})

test('rules of two groups that could match the same partner are refused, and lower plans have none', async (t) => {
  const { call, group } = await programOwner({ plan: 'enterprise' })
  await group({ moveRules: [{ attribute: 'totalLeads', value: 10 }] })
  const { id } = await group()
  const set = (moveRules: unknown) => call(`PATCH /groups/${id}`, { moveRules })
  t.is((await set([{ attribute: 'totalLeads', value: 100 }])).status, 400)
  t.is((await set([{ attribute: 'partnerGroup', operator: 'eq', value: 'grp_unknown' }])).status, 400)
  t.is((await set([{ attribute: 'totalLeads', operator: 'between', value: { min: 5, max: 5 } }])).status, 422)
  t.is((await set([{ attribute: 'totalLeads', operator: 'between', value: { min: 1, max: 9 } }])).status, 200)
  t.is((await call('GET /groups/rules')).body.length, 2)
  t.is((await set([])).body.moveRules, null)
  const business = await programOwner({ plan: 'business' })
  const refused = await business.call('PATCH /groups/default', { moveRules: [{ attribute: 'totalLeads', value: 1 }] })
  t.is(refused.status, 403)
})

test('a group has the rewards and the discount of its partners, and partners name their discount', async (t) => {
  const { call, program, partner, group } = await programOwner()
  const { id: groupId } = await group()
  const { id } = await partner()
  const without = { clickReward: null, leadReward: null, saleReward: null, referralReward: null, discount: null }
  t.like((await call(`GET /groups/${groupId}`)).body, without)
  const reward = (await call('POST /rewards', { event: 'sale', amountInCents: 500, groupId: program.defaultGroupId })).body
  const discount = (await call('POST /discounts', { amount: 500, provider: 'custom', groupId: program.defaultGroupId })).body
  const expected = { ...without, saleReward: reward, discount }
  t.like((await call('GET /groups/default')).body, expected)
  const listed = (await call('GET /groups?sortBy=createdAt&sortOrder=asc')).body
  t.like(listed[0], { id: program.defaultGroupId, ...expected })
  t.like(listed[1], { id: groupId, ...without })
  t.deepEqual((await call(`GET /partners/${id}`)).body.discount, { id: discount.id, provider: 'custom' })
  await call(`DELETE /rewards/${reward.id}`)
  t.is((await call('GET /groups/default')).body.saleReward, null)
})

test.serial('default links are added to all partners of the group, changed with their copies, and limited', async (t) => {
  const owner = await programOwner()
  const { call, partner, group } = owner
  const { id } = await partner()
  const bystander = await partner({ groupId: (await group()).id })
  const path = '/groups/default/default-links'
  const { status, body: added } = await call(`POST ${path}`, { url: 'https://acme.example/blog' })
  t.is(status, 201)
  t.is((await call(`POST ${path}`, { url: 'https://acme.example/blog' })).status, 409)
  await sync()
  t.deepEqual((await urlsOf(owner, id)).sort(), ['https://acme.example/', 'https://acme.example/blog'])
  t.is((await call(`PATCH ${path}/${added.id}`, { url: 'https://acme.example/news' })).status, 200)
  await sync()
  t.deepEqual((await urlsOf(owner, id)).sort(), ['https://acme.example/', 'https://acme.example/news'])
  t.deepEqual(await urlsOf(owner, bystander.id), ['https://acme.example/'])
  t.is((await call(`DELETE ${path}/${added.id}`)).status, 200)
  t.is((await call(`DELETE ${path}/${added.id}`)).status, 404)
  await sync()
  t.deepEqual((await urlsOf(owner, id)).sort(), ['https://acme.example/', 'https://acme.example/news'], 'the copies stay')
  for (const name of ['a', 'b', 'c', 'd']) t.is((await call(`POST ${path}`, { url: `https://acme.example/${name}` })).status, 201)
  t.is((await call(`POST ${path}`, { url: 'https://acme.example/e' })).status, 422)
})

test.serial('copies follow a change of only the campaign parameters of their default link, and no other links do', async (t) => {
  const owner = await programOwner()
  const { call, partner, program } = owner
  const { id } = await partner()
  const own = 'https://acme.example/own?utm_source=a&ref=a'
  await call('PATCH /groups/default', { additionalLinks: [{ domain: 'acme.example', validationMode: 'domain' }] })
  await call('POST /partners/links', { partnerId: id, url: own })
  const [{ id: linkId }] = (await call('GET /groups/default/default-links')).body
  const versions = async () => (await query('select updated_at from links where program_id = $1 order by id', [program.id])).rows
  for (const path of ['?utm_source=a&ref=a', '?utm_source=b&utm_medium=web', '?utm_medium=web', 'blog?utm_source=c', 'new']) {
    const url = `https://acme.example/${path}`
    await call(`PATCH /groups/default/default-links/${linkId}`, { url })
    await sync()
    t.deepEqual(await urlsOf(owner, id), [url, own])
    const before = await versions()
    await runJobByName(api.resources, 'partners.sync-links', { programId: program.id })
    t.deepEqual(await versions(), before)
  }
  await call(`PATCH /programs/${program.id}`, { url: 'https://acme.example/new?ref=d' })
  await call(`PATCH /programs/${program.id}`, { url: 'https://acme.example/new?utm_source=e' })
  await sync()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/new?utm_source=e', own])
})

test.serial('links follow their default link although the quota has no room for missing ones, which are created later', async (t) => {
  const owner = await programOwner({ plan: 'business' })
  const { call, partner, program, workspace } = owner
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'approved' })
  const { id } = await partner()
  const [{ id: linkId }] = (await call('GET /groups/default/default-links')).body
  await query('update workspaces set links_usage = links_limit where id = $1', [workspace.id])
  await call(`PATCH /groups/default/default-links/${linkId}`, { url: 'https://acme.example/new' })
  await sync()
  t.deepEqual(await urlsOf(owner, id), ['https://acme.example/new'])
  t.deepEqual(await urlsOf(owner, applicant.id), [])
  await query('update workspaces set links_usage = 0 where id = $1', [workspace.id])
  await call(`PATCH /groups/default/default-links/${linkId}`, { url: 'https://acme.example/newer' })
  await sync()
  for (const one of [id, applicant.id]) t.deepEqual(await urlsOf(owner, one), ['https://acme.example/newer'])
})

test.serial('approved applicants get links although the domain of the program is being renamed at that time', async (t) => {
  const owner = await programOwner()
  const { call, program, domain } = owner
  const applicant = await api.make.partner()
  await api.make.enrolment(program, applicant, { status: 'pending' })
  await query('update domains set moved_from = $2 where slug = $1', [domain, unique('former')])
  await call('POST /partners/approve/bulk', { partnerIds: [applicant.id] })
  const payload = { programId: program.id, partnerIds: [applicant.id] }
  const run = () => runJobByName(api.resources, 'partners.sync-links', payload)
  const error = await t.throwsAsync(run)
  t.not(error?.name, 'UnrecoverableError', 'the queue retries the job')
  await query('update domains set moved_from = null where slug = $1', [domain])
  await run()
  t.is((await urlsOf(owner, applicant.id)).length, 1)
})

test.serial('default links are on the domain of the program after it was renamed, also those of new groups', async (t) => {
  const { call, domain, group } = await programOwner()
  const renamed = `${unique('renamed')}.example`
  t.is((await call(`PATCH /domains/${domain}`, { slug: renamed })).status, 200)
  await sync()
  const domainsOf = async (slug: string) =>
    (await call(`GET /groups/${slug}/default-links`)).body.map((link: { domain: string }) => link.domain)
  t.deepEqual(await domainsOf('default'), [renamed])
  const { id } = await group()
  t.deepEqual(await domainsOf(id), [renamed])
  const { rows } = await api.resources.database.pool.query('select domain from group_default_links where group_id = $1', [id])
  t.deepEqual(rows, [{ domain: renamed }])
})

test('a program without a domain has no default links, and its partners no links', async (t) => {
  const { key } = await api.make.caller()
  const call = (methodAndPath: string, body?: unknown) => api.call(methodAndPath, { key, body })
  await call('POST /programs', { name: unique('Acme '), url: 'https://acme.example' })
  t.is((await call('POST /groups/default/default-links', { url: 'https://acme.example/blog' })).status, 400)
  const { body } = await call('POST /partners', { email: `${unique('partner')}@example.com` })
  t.deepEqual(body.links, [])
  t.is((await call('POST /partners/links', { partnerId: body.id })).status, 400)
})

test.serial('a partner who joins a group while it is deleted is refused or ends in the default group', async (t) => {
  const { call, program, group, email } = await programOwner()
  for (let round = 0; round < 3; round++) {
    const { id: groupId } = await group()
    const requests = Array.from({ length: 4 }, () => call('POST /partners', { email: email(), groupId }))
    const deletion = await call(`DELETE /groups/${groupId}`)
    t.is(deletion.status, 200)
    for (const { status } of await Promise.all(requests)) t.true(status === 201 || status === 404, String(status))
  }
  t.is((await call(`GET /partners/count?groupId=-${program.defaultGroupId}`)).body, 0)
})

test.serial('a partner gets one copy of each default link when several jobs create them at the same time', async (t) => {
  const owner = await programOwner()
  const { call, partner, program } = owner
  const partnerIds = await Promise.all(Array.from({ length: 5 }, async () => (await partner()).id))
  const urls = ['a', 'b', 'c'].map((name) => `https://acme.example/${name}`)
  for (const url of urls) t.is((await call('POST /groups/default/default-links', { url })).status, 201)
  const payload = { programId: program.id, groupId: program.defaultGroupId }
  await Promise.all(Array.from({ length: 3 }, () => runJobByName(api.resources, 'partners.sync-links', payload)))
  await sync()
  for (const id of partnerIds) t.deepEqual(await copiesOf(id), ['https://acme.example/', ...urls])
})

test.serial('no change of a total is missed while the move rules are being applied', async (t) => {
  const { call, partner, group } = await programOwner({ plan: 'enterprise' })
  const gold = await group({ moveRules: [{ attribute: 'totalLeads', value: 20 }] })
  const partners = await Promise.all([partner(), partner(), partner()])
  const apply = () => runJobByName(api.resources, 'partners.apply-move-rules')
  const leads = partners.flatMap(({ id }) =>
    Array.from({ length: 20 }, () => query('update links set leads = leads + 1 where partner_id = $1', [id])),
  )
  await Promise.all([...leads, apply(), apply(), apply()])
  await apply()
  for (const { id } of partners) t.is((await call(`GET /partners/${id}`)).body.groupId, gold.id)
  t.is((await query('select 1 from pending_group_moves', [])).rows.length, 0)
})

test.serial('groups are deleted while partners move into them, without a deadlock', async (t) => {
  const { call, partner, group } = await programOwner()
  const partnerIds = await Promise.all(Array.from({ length: 8 }, async () => (await partner()).id))
  for (let round = 0; round < 5; round++) {
    const [leaving, target] = [await group(), await group()]
    await call(`POST /groups/${leaving.id}/partners`, { partnerIds })
    const [move, deletion, deletionOfTarget] = await Promise.all([
      call(`POST /groups/${target.id}/partners`, { partnerIds: partnerIds.toReversed() }),
      call(`DELETE /groups/${leaving.id}`),
      call(`DELETE /groups/${target.id}`),
    ])
    t.true([200, 404].includes(move.status), JSON.stringify(move.body))
    t.deepEqual([deletion.status, deletionOfTarget.status], [200, 200], JSON.stringify([deletion.body, deletionOfTarget.body]))
    const { rows } = await query(
      `select distinct g.slug from enrolments e join partner_groups g on g.id = e.group_id where e.partner_id = any ($1)`,
      [partnerIds],
    )
    t.deepEqual(rows, [{ slug: 'default' }])
  }
})
