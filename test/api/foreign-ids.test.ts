/**
 * What another workspace has, named in queries and bodies: every field of every row that names a thing is tried with a thing of another
 * workspace, and with one that is nowhere. Both must be answered alike, and the other workspace must stay as it is. Names in paths are
 * tried with the tables.
 */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import type { Endpoint } from '../../api/endpoint.js'
import type { SchemaObject } from '../../api/openapi/document.js'
import { openBook } from '../../api/openapi/schema-book.js'
import { tables } from '../../api/routes/index.js'
import { newClickId } from '../../shared/kernel/ids.js'
import { type Answer, type TestApi, testApi } from '../support/api.js'
import { type RowInput, validInput } from '../support/row-input.js'
import { sample } from '../support/sample.js'

/** No answer may hold it: it is in the names of what the other workspace has. */
const marker = `foreign${randomBytes(4).toString('hex')}`
const nothing = () => randomBytes(13).toString('hex').toUpperCase()

/** Fields that name things: which of the other workspace, and a name of the same form that nothing has. */
type Named = Record<string, { foreign: string; missing: () => string }>
let named: Named
/** What cursors name, by row. */
let cursors: Named
let api: TestApi
let other: { id: string; slug: string }
let before: string

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
  const { make } = api
  const { workspace, user, token } = await make.caller({ slug: `${marker}-space` })
  other = workspace
  const domain = await make.domain(workspace, { slug: `${marker}.example` })
  const folder = await make.folder(workspace, { name: `${marker} folder` })
  const tag = await make.tag(workspace, { name: `${marker} tag` })
  const customer = await make.customer(workspace, {
    externalId: `${marker}-customer`,
    name: `${marker} person`,
    stripeCustomerId: `${marker}-stripe`,
  })
  const link = await make.link(workspace, {
    domain: domain.slug,
    key: `${marker}-key`,
    url: `https://${marker}.example/page`,
    externalId: `${marker}-link`,
    tenantId: `${marker}-tenant`,
    folderId: folder.id,
    title: `${marker} title`,
  })
  const { id: clickId } = await make.click(link)
  const saleEventId = await make.sale(link, customer, { invoiceId: `${marker}-invoice` })
  const { id: memoryId, user_id: rememberedId } = await make.memory(workspace, { user_id: `${marker}-user` })
  const of = (prefix: string, foreign: string) => ({ foreign, missing: () => prefix + nothing() })
  const [ofLink, ofCustomer, ofClick] = [of('link_', link.id), of('cus_', customer.id), { foreign: clickId, missing: () => newClickId() }]
  named = {
    linkId: ofLink,
    linkIds: ofLink,
    tagId: of('tag_', tag.id),
    tagIds: of('tag_', tag.id),
    tagName: of('', tag.name),
    tagNames: of('', tag.name),
    folderId: of('fold_', folder.id),
    folderIds: of('fold_', folder.id),
    domain: { foreign: domain.slug, missing: () => `${nothing().toLowerCase()}.example` },
    customerId: ofCustomer,
    customer_id: ofCustomer,
    link_id: ofLink,
    customerExternalId: of('', `${marker}-customer`),
    externalId: of('', `${marker}-link`),
    externalIds: of('ext_', `ext_${marker}-link`),
    userId: of('user_', user.id),
    tokenId: of('token_', token.id),
    clickId: ofClick,
    memoryId: of('memory_', memoryId),
    memory_id: of('memory_', memoryId),
    webhookIds: of('wh_', (await make.webhook(workspace)).id),
    ids: of('tag_', tag.id),
    newWorkspaceId: of('ws_', workspace.id),
    saleEventId: { foreign: saleEventId, missing: () => newClickId() },
    tenantId: of('', `${marker}-tenant`),
    invoiceId: of('', `${marker}-invoice`),
    stripeCustomerId: of('', `${marker}-stripe`),
    requestId: of('', (await make.requestLog(workspace)).requestId),
    user_id: of('', rememberedId),
  }
  const ofDelivery = of('del_', (await make.inboundDelivery(workspace)).id)
  cursors = {
    getLinks: ofLink,
    listEvents: ofClick,
    getCustomers: ofCustomer,
    listDeliveries: ofDelivery,
    replayDeliveries: ofDelivery,
    listWebhookDeliveries: of('evt_', (await make.delivery(workspace)).id),
  }
  before = await everythingOf(other.id)
})
test.after.always(() => api?.close())

/** All rows of a workspace in all tables that know workspaces, but for what every request leaves. */
async function everythingOf(workspaceId: string): Promise<string> {
  const { pool } = api.resources.database
  const { rows } = await pool.query<{ table: string }>(
    `select c.table_name as table from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE' and c.table_name not in ('request_logs', 'outbox') order by 1`,
  )
  const found = await Promise.all(
    rows.map(async ({ table }): Promise<[string, unknown[]]> => [
      table,
      (await pool.query(`select to_jsonb(r) as row from ${table} r where workspace_id = $1 order by to_jsonb(r)::text`, [workspaceId]))
        .rows,
    ]),
  )
  // Months begin with tables that are empty.
  return JSON.stringify(found.filter(([, some]) => some.length > 0))
}

/** Where a field that names a thing stands in a request. */
interface Spot {
  where: 'query' | 'body'
  path: (string | number)[]
  /** Schemas of the containers on the way, for those that a small request does not have. */
  containers: SchemaObject[]
  isList: boolean
}

const pointing = new Set(['startingAfter', 'endingBefore'])
const naming = new Set([
  'linkId',
  'linkIds',
  'link_id',
  'tagId',
  'tagIds',
  'tagName',
  'tagNames',
  'ids',
  'folderId',
  'folderIds',
  'domain',
  'customerId',
  'customer_id',
  'customerExternalId',
  'externalId',
  'externalIds',
  'userId',
  'user_id',
  'tokenId',
  'clickId',
  'memoryId',
  'memory_id',
  'webhookIds',
  'newWorkspaceId',
  'saleEventId',
  'tenantId',
  'invoiceId',
  'stripeCustomerId',
  'requestId',
  ...pointing,
])

/** Fields that look like names of things and are none, each with what they are. */
const unnaming: Record<string, string> = {
  partnerId: 'there are no partners yet: every name is unknown',
  partner_id: 'there are no partners yet: every name is unknown',
  partnerTagId: 'there are no partners yet: every name is unknown',
  groupId: 'there are no partner groups yet: every name is unknown',
  programId: 'there are no partner programs yet: every name is unknown',
  agent_id: "a word of the caller's own beside its memories, treated as user_id is",
  run_id: "a word of the caller's own beside its memories, treated as user_id is",
  actor_id: 'who says a message: a word inside it',
  refundId: 'a number that the caller gives to a refund, looked for among those of its sale',
  cursor: 'holds a place in an order, and no name',
}

const spotsOf = (row: Endpoint): Spot[] => placesOf(row, (name) => naming.has(name))
const fieldsOf = (row: Endpoint): string[] => placesOf(row, () => true).map(({ path }) => path.at(-1) as string)

/** Where fields of these names stand, but for what lies inside such a field. */
function placesOf(row: Endpoint, isWanted: (name: string) => boolean): Spot[] {
  const book = openBook([])
  const found = new Map<string, Spot>()
  const resolve = (schema: SchemaObject): SchemaObject =>
    schema.$ref ? resolve(book.components[schema.$ref.split('/').at(-1) as string] ?? {}) : schema
  const walk = (given: SchemaObject, where: Spot['where'], path: Spot['path'], containers: SchemaObject[]): void => {
    const schema = resolve(given)
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(part, where, path, containers)
    if (schema.items && path.length < 4) walk(schema.items, where, [...path, 0], [...containers, schema])
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const here = [...path, name]
      if (isWanted(name))
        found.set(`${where} ${here.join('.')}`, {
          where,
          path: here,
          containers: [...containers, schema],
          isList: resolve(inner).type === 'array',
        })
      if (!naming.has(name) && path.length < 4) walk(inner, where, here, [...containers, schema])
    }
  }
  if (row.query) walk(book.request(row.query), 'query', [], [])
  if (row.body) walk(book.request(row.body), 'body', [], [])
  return [...found.values()]
}

/** The request with the field set. */
function withField(input: RowInput, { where, path, containers, isList }: Spot, value: string): RowInput {
  const last = path.at(-1) as string
  if (where === 'query') return { ...input, query: { ...input.query, [last]: value } }
  const root = { body: structuredClone(input.body) }
  let holder: Record<string | number, unknown> = root
  let step: string | number = 'body'
  for (const [at, next] of path.entries()) {
    holder[step] ??= sample(containers[at] as SchemaObject, openBook([]).components, { url: 'https://example.com/page' }) ?? {}
    holder = holder[step] as Record<string | number, unknown>
    step = next
  }
  holder[last] = isList ? [value] : value
  return { ...input, body: root.body }
}

const send = ({ method }: Endpoint, { path, query, body }: RowInput, key: string): Promise<Answer> =>
  api.call(`${method} ${path}?${new URLSearchParams(query).toString()}`, { key, body })

const rows = tables.rows.filter(({ access }) => access.kind === 'workspace')
const cases = rows.flatMap((row) => spotsOf(row).map((spot) => ({ row, spot })))

for (const { row, spot } of cases) {
  const field = spot.path.join('.')
  test.serial(
    `${row.id} answers alike when \`${field}\` of its ${spot.where} names something of another workspace, and when it names nothing`,
    async (t) => {
      const name = spot.path.at(-1) as string
      const thing = (pointing.has(name) ? cursors[row.id] : named[name]) as Named[string]
      const answers: [number, string][] = []
      for (const value of [thing.foreign, thing.missing()]) {
        const { workspace, user } = await api.make.caller()
        const { key } = await api.make.token(user, workspace)
        const { status, body } = await send(row, withField(await validInput(row, { make: api.make, workspace }), spot, value), key)
        const text = JSON.stringify(body ?? null).replaceAll(value, '?')
        t.false(text.includes(marker), `the answer tells of the other workspace: ${text}`)
        t.not(status, 500, text)
        // What was made or listed has ids and times of its own; a refusal has not.
        answers.push([status, status >= 400 ? text : Array.isArray(body) ? `${body.length} elements` : typeof body])
      }
      t.deepEqual(answers[0], answers[1])
    },
  )
}

test.serial('afterwards the other workspace is as it was', async (t) => {
  t.true(before.includes(marker))
  t.is(await everythingOf(other.id), before)
})

test('the fields of all rows are found, in queries, bodies, lists of bodies and what lies within', (t) => {
  const places = new Set(cases.map(({ row, spot }) => `${row.id} ${spot.path.join('.')}`))
  for (const place of [
    'getLinks folderId',
    'createLink tagIds',
    'bulkCreateLinks 0.folderId',
    'bulkUpdateLinks linkIds',
    'bulkUpdateLinks data.tagIds',
    'retrieveAnalytics customerId',
  ])
    t.true(places.has(place), `${place} is not among ${[...places].join(', ')}`)
})

test('every field that looks like a name of something is tried, or says what it is', (t) => {
  const looksNaming = (name: string) => /(I|_i)ds?$|^ids?$|^cursor$|Before$|After$/.test(name) || naming.has(name)
  const fields = new Set(rows.flatMap((row) => fieldsOf(row)).filter(looksNaming))
  t.deepEqual(
    [...fields].filter((name) => !naming.has(name) && !(name in unnaming)),
    [],
  )
  t.deepEqual(
    Object.keys(unnaming).filter((name) => !fields.has(name)),
    [],
    'needs no reason any more',
  )
})
