/**
 * Ids of another workspace in queries and bodies: every id field of every endpoint is sent an id of another workspace and an id that does
 * not exist. Both responses must be alike, and the other workspace must stay unchanged. Ids in paths are covered by `tables.test.ts`.
 */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import type { Endpoint } from '../../api/endpoint.js'
import type { SchemaObject } from '../../api/openapi/document.js'
import { schemaComponents } from '../../api/openapi/schema-components.js'
import { tables } from '../../api/routes/index.js'
import { newClickId } from '../../shared/kernel/ids.js'
import { type ApiResponse, type TestApi, testApi } from '../support/api.js'
import { bountyRows } from '../support/bounty-input.js'
import { earningRows } from '../support/earning-input.js'
import { type EndpointInput, validInput } from '../support/endpoint-input.js'
import { sample } from '../support/sample.js'

/** Part of the names of all resources in the other workspace; no response may contain it. */
const foreignMarker = `foreign${randomBytes(4).toString('hex')}`
const randomId = () => randomBytes(13).toString('hex').toUpperCase()

/** By field: the id of a resource of the other workspace, and a generator of unused ids of the same form. */
type IdSamples = Record<string, { foreign: string; missing: () => string }>
let samples: IdSamples
/** Cursor values by endpoint id. */
let cursorSamples: IdSamples
let api: TestApi
let other: { id: string; slug: string }
let before: string

test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
  const { make } = api
  const { workspace, user, token } = await make.caller({ slug: `${foreignMarker}-space` })
  other = workspace
  const domain = await make.domain(workspace, { slug: `${foreignMarker}.example` })
  const folder = await make.folder(workspace, { name: `${foreignMarker} folder` })
  const tag = await make.tag(workspace, { name: `${foreignMarker} tag` })
  const customer = await make.customer(workspace, {
    externalId: `${foreignMarker}-customer`,
    name: `${foreignMarker} person`,
    stripeCustomerId: `${foreignMarker}-stripe`,
  })
  const link = await make.link(workspace, {
    domain: domain.slug,
    key: `${foreignMarker}-key`,
    url: `https://${foreignMarker}.example/page`,
    externalId: `${foreignMarker}-link`,
    tenantId: `${foreignMarker}-tenant`,
    folderId: folder.id,
    title: `${foreignMarker} title`,
  })
  const { id: clickId } = await make.click(link)
  const saleEventId = await make.sale(link, customer, { invoiceId: `${foreignMarker}-invoice` })
  const { id: memoryId, user_id: memoryUserId } = await make.memory(workspace, { user_id: `${foreignMarker}-user` })
  const program = await make.program(workspace, { name: `${foreignMarker} program`, slug: `${foreignMarker}-program` })
  const partner = await make.partner({ name: `${foreignMarker} partner`, email: `${foreignMarker}@partner.example` })
  await make.enrolment(program, partner, { tenantId: `${foreignMarker}-tenant` })
  const otherPayout = await make.payout(program, partner, { status: 'completed' })
  const partnerTag = await make.partnerTag(program, { name: `${foreignMarker} partner tag` })
  const utmTemplate = await make.utmTemplate(workspace, { name: `${foreignMarker} template` })
  const of = (prefix: string, foreign: string) => ({ foreign, missing: () => prefix + randomId() })
  const [ofLink, ofCustomer, ofClick] = [of('link_', link.id), of('cus_', customer.id), { foreign: clickId, missing: () => newClickId() }]
  samples = {
    linkId: ofLink,
    linkIds: ofLink,
    tagId: of('tag_', tag.id),
    tagIds: of('tag_', tag.id),
    programId: of('prog_', program.id),
    partnerId: of('pn_', partner.id),
    partner_id: of('pn_', partner.id),
    partnerIds: of('pn_', partner.id),
    referredByPartnerId: of('pn_', partner.id),
    selectedPayoutIds: of('po_', otherPayout.id),
    excludedPayoutIds: of('po_', otherPayout.id),
    partnerTagId: of('ptag_', partnerTag.id),
    attachmentIds: of('msa_', await make.attachment(program, partner)),
    partnerTagIds: of('ptag_', partnerTag.id),
    addTagIds: of('ptag_', partnerTag.id),
    removeTagIds: of('ptag_', partnerTag.id),
    resourceId: of('pn_', partner.id),
    parentResourceId: of('pn_', partner.id),
    groupId: of('grp_', program.defaultGroupId),
    groupIds: of('grp_', program.defaultGroupId),
    utmTemplateId: of('utm_', utmTemplate.id),
    tagName: of('', tag.name),
    tagNames: of('', tag.name),
    folderId: of('fold_', folder.id),
    folderIds: of('fold_', folder.id),
    domain: { foreign: domain.slug, missing: () => `${randomId().toLowerCase()}.example` },
    customerId: ofCustomer,
    customer_id: ofCustomer,
    link_id: ofLink,
    customerExternalId: of('', `${foreignMarker}-customer`),
    externalId: of('', `${foreignMarker}-link`),
    externalIds: of('ext_', `ext_${foreignMarker}-link`),
    userId: of('user_', user.id),
    tokenId: of('token_', token.id),
    clickId: ofClick,
    memoryId: of('memory_', memoryId),
    memory_id: of('memory_', memoryId),
    webhookIds: of('wh_', (await make.webhook(workspace)).id),
    ids: of('tag_', tag.id),
    newWorkspaceId: of('ws_', workspace.id),
    saleEventId: { foreign: saleEventId, missing: () => newClickId() },
    tenantId: of('', `${foreignMarker}-tenant`),
    invoiceId: of('', `${foreignMarker}-invoice`),
    stripeCustomerId: of('', `${foreignMarker}-stripe`),
    requestId: of('', (await make.requestLog(workspace)).requestId),
    user_id: of('', memoryUserId),
  }
  const { commission, payout, discount } = await earningRows({ make, workspace: workspace }, `${foreignMarker} partner`)
  const { submission } = await bountyRows({ make, workspace }, `${foreignMarker} bounty`)
  Object.assign(samples, { submissionId: of('bnty_sub_', (await submission()).id) })
  const ofCommission = of('cm_', commission.id)
  Object.assign(samples, { commissionIds: ofCommission, payoutId: of('po_', payout.id), discountId: of('disc_', discount.id) })
  const ofDelivery = of('del_', (await make.inboundDelivery(workspace)).id)
  cursorSamples = {
    getLinks: ofLink,
    listEvents: ofClick,
    getCustomers: ofCustomer,
    listCommissions: ofCommission,
    listDeliveries: ofDelivery,
    replayDeliveries: ofDelivery,
    listWebhookDeliveries: of('evt_', (await make.delivery(workspace)).id),
  }
  before = await dumpWorkspace(other.id)
})
test.after.always(() => api?.close())

/** All rows of a workspace in all tables with a workspace id, except those written by every request. */
async function dumpWorkspace(workspaceId: string): Promise<string> {
  const { pool } = api.resources.database
  const { rows } = await pool.query<{ table: string }>(
    `select c.table_name as table from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
       and c.table_name not in ('request_logs', 'outbox') order by 1`,
  )
  const found = await Promise.all(
    rows.map(async ({ table }): Promise<[string, unknown[]]> => [
      table,
      (await pool.query(`select to_jsonb(r) as row from ${table} r where workspace_id = $1 order by to_jsonb(r)::text`, [workspaceId]))
        .rows,
    ]),
  )
  // Empty tables are skipped: new partitions may appear during the test.
  return JSON.stringify(found.filter(([, tableRows]) => tableRows.length > 0))
}

/** Location of an id field in a request. */
interface FieldLocation {
  source: 'query' | 'body'
  path: (string | number)[]
  /** Schemas of the enclosing containers, to create those missing in a minimal request. */
  containers: SchemaObject[]
  isList: boolean
}

const cursorFields = new Set(['startingAfter', 'endingBefore'])
const idFields = new Set([
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
  'programId',
  'attachmentIds',
  'partnerId',
  'partner_id',
  'partnerIds',
  'referredByPartnerId',
  'selectedPayoutIds',
  'excludedPayoutIds',
  'partnerTagId',
  'partnerTagIds',
  'submissionId',
  'addTagIds',
  'removeTagIds',
  'resourceId',
  'parentResourceId',
  'groupId',
  'groupIds',
  'utmTemplateId',
  'invoiceId',
  'stripeCustomerId',
  'requestId',
  'commissionIds',
  'payoutId',
  'discountId',
  ...cursorFields,
])

/** Fields that look like ids but are exempt, with the reason. */
const exemptFields: Record<string, string> = {
  createdAfter: 'a time',
  accountId: 'an account at another service, from which is imported',
  sourceProgramId: 'a program at another service, from which is imported',
  campaignIds: 'campaigns at another service, from which is imported',
  couponId: "a coupon in the workspace's own Stripe account",
  couponTestId: "a coupon in the workspace's own Stripe account",
  clientId: 'the id of an app at PayPal',
  webhookId: 'the id of a webhook at PayPal',
  stripeAccountId: 'the id of an account at Stripe',
  agent_id: 'an id assigned by the caller to its memories, handled like user_id',
  run_id: 'an id assigned by the caller to its memories, handled like user_id',
  actor_id: 'the author of a message: part of its content',
  refundId: 'an id assigned by the caller, unique within one sale',
  productId: 'the id of a product in the shop of the caller',
  id: 'names a modifier within its reward',
  whitelistedCampaignIds: 'ids of campaigns of an advertising platform',
  cursor: 'encodes a position, not an id',
}

const idFieldsOf = (row: Endpoint): FieldLocation[] => findFields(row, (name) => idFields.has(name))
const fieldNamesOf = (row: Endpoint): string[] => findFields(row, () => true).map(({ path }) => path.at(-1) as string)

/** Locations of fields with matching names, without descending into id fields. */
function findFields(row: Endpoint, matches: (name: string) => boolean): FieldLocation[] {
  const schemas = schemaComponents([])
  const found = new Map<string, FieldLocation>()
  const resolve = (schema: SchemaObject): SchemaObject =>
    schema.$ref ? resolve(schemas.components[schema.$ref.split('/').at(-1) as string] ?? {}) : schema
  const walk = (
    unresolved: SchemaObject,
    source: FieldLocation['source'],
    path: FieldLocation['path'],
    containers: SchemaObject[],
  ): void => {
    const schema = resolve(unresolved)
    for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) walk(part, source, path, containers)
    if (schema.items && path.length < 4) walk(schema.items, source, [...path, 0], [...containers, schema])
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const fieldPath = [...path, name]
      if (matches(name))
        found.set(`${source} ${fieldPath.join('.')}`, {
          source,
          path: fieldPath,
          containers: [...containers, schema],
          isList: resolve(inner).type === 'array',
        })
      if (!idFields.has(name) && path.length < 4) walk(inner, source, fieldPath, [...containers, schema])
    }
  }
  if (row.query) walk(schemas.request(row.query), 'query', [], [])
  if (row.body) walk(schemas.request(row.body), 'body', [], [])
  return [...found.values()]
}

/** Returns the input with the field set to the value. */
function withField(input: EndpointInput, { source, path, containers, isList }: FieldLocation, value: string): EndpointInput {
  const last = path.at(-1) as string
  if (source === 'query') return { ...input, query: { ...input.query, [last]: value } }
  const root = { body: structuredClone(input.body) }
  let holder: Record<string | number, unknown> = root
  let key: string | number = 'body'
  for (const [index, next] of path.entries()) {
    holder[key] ??= sample(containers[index] as SchemaObject, schemaComponents([]).components, { url: 'https://example.com/page' }) ?? {}
    holder = holder[key] as Record<string | number, unknown>
    key = next
  }
  holder[last] = isList ? [value] : value
  return { ...input, body: root.body }
}

const sendInput = ({ method }: Endpoint, { path, query, body }: EndpointInput, key: string): Promise<ApiResponse> =>
  api.call(`${method} ${path}?${new URLSearchParams(query).toString()}`, { key, body })

const rows = tables.rows.filter(({ access }) => access.kind === 'workspace')
const cases = rows.flatMap((row) => idFieldsOf(row).map((location) => ({ row, location })))

for (const { row, location } of cases) {
  const field = location.path.join('.')
  test.serial(`${row.id} responds alike to a foreign and a missing id in \`${field}\` of the ${location.source}`, async (t) => {
    const name = location.path.at(-1) as string
    const sampleIds = (cursorFields.has(name) ? cursorSamples[row.id] : samples[name]) as IdSamples[string]
    const outcomes: [number, string][] = []
    for (const value of [sampleIds.foreign, sampleIds.missing()]) {
      const { workspace, user } = await api.make.caller()
      const { key } = await api.make.token(user, workspace)
      const { status, body } = await sendInput(row, withField(await validInput(row, { make: api.make, workspace }), location, value), key)
      // A message may name the program of the caller, which differs between the two callers.
      const text = JSON.stringify(body ?? null)
        .replaceAll(value, '?')
        .replaceAll(/in program prog_\w{26}/g, 'in the program')
      t.false(text.includes(foreignMarker), `the response reveals data of the other workspace: ${text}`)
      t.not(status, 500, text)
      // Successful responses contain new ids and timestamps, so only their shape is compared.
      outcomes.push([status, status >= 400 ? text : Array.isArray(body) ? `${body.length} elements` : typeof body])
    }
    t.deepEqual(outcomes[0], outcomes[1])
  })
}

test.serial('the other workspace is unchanged afterwards', async (t) => {
  t.true(before.includes(foreignMarker))
  t.is(await dumpWorkspace(other.id), before)
})

test('id fields are found in queries, bodies, lists and nested objects', (t) => {
  const locations = new Set(cases.map(({ row, location }) => `${row.id} ${location.path.join('.')}`))
  for (const expected of [
    'getLinks folderId',
    'createLink tagIds',
    'bulkCreateLinks 0.folderId',
    'bulkUpdateLinks linkIds',
    'bulkUpdateLinks data.tagIds',
    'retrieveAnalytics customerId',
  ])
    t.true(locations.has(expected), `${expected} is not among ${[...locations].join(', ')}`)
})

test('every field that looks like an id is tested or exempt with a reason', (t) => {
  const looksLikeId = (name: string) => /(I|_i)ds?$|^ids?$|^cursor$|Before$|After$/.test(name) || idFields.has(name)
  const fields = new Set(rows.flatMap((row) => fieldNamesOf(row)).filter(looksLikeId))
  t.deepEqual(
    [...fields].filter((name) => !idFields.has(name) && !(name in exemptFields)),
    [],
  )
  t.deepEqual(
    Object.keys(exemptFields).filter((name) => !fields.has(name)),
    [],
    'remove exemptions of fields that no longer exist',
  )
})
