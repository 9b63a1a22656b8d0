import test from 'ava'
import { webhooksNotFound } from '../../../shared/links/errors.js'
import { type TestApi, testApi } from '../../support/api.js'
import { privateAddresses } from '../../support/private-addresses.js'
import { waitUntil } from '../../support/wait-until.js'
import { whileLocked } from '../../support/while-locked.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ SHORT_DOMAIN: 'short.example', BASE_URL: 'http://api.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

let hooks = 0
const newUrl = () => `https://93.184.215.14/hook-${++hooks}`
const body = (more: object = {}) => ({ name: 'Shop', url: newUrl(), triggers: ['sale.created'], ...more })
const create = (key: string, more: object = {}) => api.call('POST /webhooks', { key, body: body(more) })

test('creates, lists newest first, retrieves, updates and deletes a webhook', async (t) => {
  const { key } = await api.make.caller()
  const first = await create(key)
  t.is(first.status, 201)
  const { body: second } = await create(key, { name: 'Second' })
  const { secret, ...shown } = first.body
  t.deepEqual(
    (await api.call('GET /webhooks', { key })).body.map(({ id }: { id: string }) => id),
    [second.id, shown.id],
  )
  t.deepEqual((await api.call(`GET /webhooks/${shown.id}`, { key })).body, shown)
  t.regex(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
  const changed = await api.call(`PATCH /webhooks/${shown.id}`, { key, body: { name: 'Other', triggers: ['lead.created'] } })
  t.like(changed.body, { name: 'Other', url: shown.url, triggers: ['lead.created'] })
  t.deepEqual((await api.call(`DELETE /webhooks/${shown.id}`, { key })).body, { id: shown.id })
  t.is((await api.call(`GET /webhooks/${shown.id}`, { key })).status, 404)
})

test('the secret can be rotated without a body: the former secret signs for 24 more hours', async (t) => {
  const { key } = await api.make.caller()
  const { id, secret } = (await create(key)).body
  const rotated = await api.call(`POST /webhooks/${id}/rotate-secret`, { key })
  t.is(rotated.status, 200, JSON.stringify(rotated.body))
  t.not(rotated.body.secret, secret)
  const { rows } = await api.resources.database.pool.query(
    'select extract(epoch from former_until - now())::int as seconds from webhooks where id = $1',
    [id],
  )
  t.true(rows[0].seconds > 23 * 3600 && rows[0].seconds <= 24 * 3600)
})

test('the secret is returned only on creation and rotation, and stored nowhere in plain text', async (t) => {
  const { key, workspace } = await api.make.caller()
  const {
    body: { id, secret },
  } = await create(key)
  const { body: rotated } = await api.call(`POST /webhooks/${id}/rotate-secret`, { key, body: {} })
  t.not(rotated.secret, secret)
  await waitUntil(async () => (await api.call('GET /logs?method=POST', { key })).body.length >= 2)
  const responses = await Promise.all(
    [
      `GET /webhooks`,
      `GET /webhooks/${id}`,
      `GET /webhooks/${id}/deliveries`,
      `POST /webhooks/${id}/disable`,
      `POST /webhooks/${id}/enable`,
      'GET /logs',
    ].map((call) => api.call(call, { key })),
  )
  const { rows: tables } = await api.resources.database.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'bullmq') and table_type = 'BASE TABLE'`,
  )
  const stored = await Promise.all(
    tables.map(async ({ name }) =>
      (await api.resources.database.pool.query(`select to_jsonb(r)::text as row from ${name} r`)).rows.map(({ row }) => row as string),
    ),
  )
  const everything = JSON.stringify(responses.map((one) => one.body)) + stored.flat().join('\n')
  t.true(everything.includes(workspace.id))
  for (const one of [secret, rotated.secret]) {
    t.false(everything.includes(one))
    t.false(everything.includes(one.slice('whsec_'.length)))
    t.false(everything.includes(Buffer.from(one).toString('base64')))
  }
})

for (const url of [...privateAddresses.map((one) => one.replace(':PORT', '')), 'https://user:password@93.184.215.14/']) {
  test(`rejects ${url} as a webhook address`, async (t) => {
    const { key } = await api.make.caller()
    const made = await create(key, { url })
    t.deepEqual([made.status, made.body.error.code], [400, 'bad_request'])
    const {
      body: { id },
    } = await create(key)
    t.is((await api.call(`PATCH /webhooks/${id}`, { key, body: { url } })).status, 400)
  })
}

test('the address is checked before the webhooks of the workspace are locked', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { id } = (await create(key)).body
  const body = { url: 'https://127.0.0.1/' }
  const refused = () => api.call(`PATCH /webhooks/${id}`, { key, body })
  t.is((await whileLocked(api.resources, `webhooks ${workspace.id}`, refused)).status, 400)
})

test('a url can be used by one webhook per workspace', async (t) => {
  const [{ key }, { key: other }] = [await api.make.caller(), await api.make.caller()]
  const url = newUrl()
  const statuses = (await Promise.all([create(key, { url }), create(key, { url })])).map(({ status }) => status)
  t.deepEqual(statuses.sort(), [201, 409])
  t.is((await create(other, { url })).status, 201)
})

const invalidScopes: [title: string, input: object, message: RegExp][] = [
  ['clicks without a link scope', { triggers: ['link.clicked'] }, /linkScope/],
  ['a link scope without clicks', { triggers: ['link.created'], linkScope: 'workspace' }, /linkScope/],
  ['a scope of links without link ids', { triggers: ['link.clicked'], linkScope: 'links' }, /linkIds/],
  ['an unknown link', { triggers: ['link.clicked'], linkScope: 'links', linkIds: ['link_nowhere'] }, /link_nowhere/],
  ['an unknown folder', { triggers: ['link.clicked'], linkScope: 'folders', folderIds: ['fold_nowhere'] }, /fold_nowhere/],
]
for (const [title, input, message] of invalidScopes) {
  test(`rejects ${title}`, async (t) => {
    const { key } = await api.make.caller()
    const { status, body: response } = await create(key, input)
    t.is(status, 400)
    t.regex(response.error.message, message)
    t.deepEqual((await api.call('GET /webhooks', { key })).body, [])
  })
}

test('lists the links and folders of a link scope, which are deleted with it', async (t) => {
  const { key, workspace } = await api.make.caller()
  const links = [await api.make.link(workspace), await api.make.link(workspace)].map(({ id }) => id).sort()
  const folder = await api.make.folder(workspace)
  const {
    body: { id },
  } = await create(key, { triggers: ['link.clicked'], linkScope: 'links', linkIds: [...links, links[0]] })
  t.deepEqual((await api.call(`GET /webhooks/${id}/links`, { key })).body, links)
  await api.call(`PATCH /webhooks/${id}`, { key, body: { linkScope: 'folders', folderIds: [folder.id] } })
  t.deepEqual((await api.call(`GET /webhooks/${id}/links`, { key })).body, [])
  t.deepEqual((await api.call(`GET /webhooks/${id}/folders`, { key })).body, [folder.id])
  t.is((await api.call(`PATCH /webhooks/${id}`, { key, body: { triggers: ['link.created'] } })).body.linkScope, null)
  t.deepEqual((await api.call(`GET /webhooks/${id}/folders`, { key })).body, [])
})

test('name and url of a webhook of an integration cannot be changed', async (t) => {
  const { key, workspace } = await api.make.caller()
  const { id, url } = await api.make.webhook(workspace, { installationId: 'inst_1', url: newUrl() })
  t.is((await api.call(`PATCH /webhooks/${id}`, { key, body: { name: 'Mine' } })).status, 400)
  t.is((await api.call(`PATCH /webhooks/${id}`, { key, body: { url: newUrl() } })).status, 400)
  t.like((await api.call(`PATCH /webhooks/${id}`, { key, body: { url, triggers: ['lead.created'] } })).body, { triggers: ['lead.created'] })
})

test('links accept webhook ids of their workspace, individually and in bulk', async (t) => {
  const { key } = await api.make.caller()
  const {
    body: { id },
  } = await create(key, { triggers: ['link.clicked'], linkScope: 'workspace' })
  const made = await api.call('POST /links', { key, body: { url: 'https://example.com/', webhookIds: [id, id] } })
  t.deepEqual(made.body.webhookIds, [id])
  t.deepEqual((await api.call(`PATCH /links/${made.body.id}`, { key, body: { comments: 'x' } })).body.webhookIds, [])
  t.deepEqual((await api.call(`GET /webhooks/${id}/links`, { key })).body, [made.body.id])
  t.is(
    (await api.call('POST /links', { key, body: { url: 'https://example.com/', webhookIds: ['wh_nowhere'] } })).body.error.message,
    webhooksNotFound(['wh_nowhere']).message,
  )
  const {
    body: [first, second],
  } = await api.call('POST /links/bulk', {
    key,
    body: [
      { url: 'https://example.com/', webhookIds: [id] },
      { url: 'https://example.com/', webhookIds: ['wh_nowhere'] },
    ],
  })
  t.deepEqual(first.webhookIds, [id])
  t.is(second.code, 'unprocessable_entity')
})

test('links are read with their webhooks and creator if the request includes them', async (t) => {
  const { key, user } = await api.make.caller()
  const {
    body: { id },
  } = await create(key, { triggers: ['link.clicked'], linkScope: 'workspace' })
  const { body: link } = await api.call('POST /links', { key, body: { url: 'https://example.com/', webhookIds: [id] } })
  const { body: other } = await api.call('POST /links', { key, body: { url: 'https://example.com/' } })
  const read = async (path: string) => [(await api.call(`GET ${path}`, { key })).body].flat()
  for (const path of [`/links/${link.id}`, `/links/info?linkId=${link.id}`, `/links?linkIds=${link.id}`]) {
    const [separator, lean] = [path.includes('?') ? '&' : '?', await read(path)]
    t.deepEqual(lean, [{ ...link, webhookIds: [] }], path)
    t.deepEqual(await read(`${path}${separator}includeWebhooks=true`), [link], path)
    const [withUser] = await read(`${path}${separator}includeUser=true`)
    t.is(withUser.user.id, user.id, path)
  }
  t.deepEqual(
    (await read('/links?includeWebhooks=true')).map(({ webhookIds }) => webhookIds),
    [other, link].map(({ webhookIds }) => webhookIds),
  )
})

test('returns 403 on a plan without webhooks', async (t) => {
  const { key } = await api.make.caller({ plan: 'pro' })
  t.is((await create(key)).status, 403)
  t.is((await api.call('GET /webhooks', { key })).status, 403)
})
