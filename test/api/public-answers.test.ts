/** Real answers of the public operations hold exactly the keys of the public interface. */
import test from 'ava'
import { tables } from '../../api/routes/index.js'
import { type TestApi, testApi } from '../support/api.js'
import { type Tracker, tracker } from '../support/conversions.js'
import { validInput } from '../support/endpoint-input.js'
import { keyDifferences, publicAnswers } from '../support/public-answers.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  await api.make.domain(null, { slug: api.config.shortDomain })
})
test.after.always(() => api?.close())

/** These need a domain registrar, which no installation has. */
const withoutAnswer = new Set(['registerDomain', 'checkDomainStatus'])
const rows = tables.rows.filter(({ id }) => id in publicAnswers.operations && !withoutAnswer.has(id))

const groupings = [
  ...['count', 'timeseries', 'continents', 'countries', 'regions', 'cities', 'devices', 'browsers', 'os', 'triggers'],
  ...['referers', 'referer_urls', 'top_links', 'top_urls'],
]
/** Queries whose answers have keys of their own. */
const queries: Record<string, readonly Record<string, string>[]> = {
  retrieveAnalytics: groupings.flatMap((groupBy) => ['clicks', 'composite'].map((event) => ({ groupBy, event }))),
  listEvents: ['clicks', 'leads', 'sales'].map((event) => ({ event })),
  getCustomers: [{}, { includeExpandedFields: 'true' }],
  getCustomer: [{}, { includeExpandedFields: 'true' }],
}

/** Bodies whose smallest valid form changes nothing. */
const bodies: Record<string, (linkId: string) => { body: object }> = {
  bulkUpdateLinks: (linkId) => ({ body: { linkIds: [linkId], data: { comments: 'Summer' } } }),
}

/** Keys that the official client requires in addition, and deprecated ones that older clients read. */
const expectedByClients: Record<string, readonly string[]> = {
  listCommissions: ['answer[].metadata is not public'],
  updateCommission: ['answer.metadata is not public'],
  listPartners: ['clicks', 'leads', 'conversions', 'sales', 'saleAmount'].map((name) => `answer[].${name} is not public`),
}

/** A workspace with one of everything that answers can contain. */
async function populated(): Promise<Tracker> {
  const tenant = await tracker(api)
  const { workspace, link, key, track } = tenant
  const tag = await api.make.tag(workspace)
  await api.make.folder(workspace)
  await api.call(`PATCH /links/${link.id}`, { key, body: { tagIds: [tag.id], comments: 'Spring', geo: { DE: 'https://example.de' } } })
  const click = await api.make.click(link, { country: 'DE', city: 'Berlin', region: 'DE-BE', continent: 'EU' })
  await track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', metadata: { plan: 'pro' } })
  await track('sale', { customerExternalId: 'u1', amount: 4900, invoiceId: 'inv_1', metadata: { plan: 'pro' } })
  return tenant
}

for (const row of rows) {
  for (const query of queries[row.id] ?? [{}]) {
    const search = new URLSearchParams(query).toString()
    test(`${row.id} answers with exactly the public keys${search && ` (${search})`}`, async (t) => {
      const { workspace, key, link } = await populated()
      const input = { ...(await validInput(row, { make: api.make, workspace })), ...bodies[row.id]?.(link.id) }
      const sent = new URLSearchParams({ ...input.query, ...query }).toString()
      const { status, body } = await api.call(`${row.method} ${input.path}${sent && `?${sent}`}`, { key, body: input.body })
      t.true(status < 300, JSON.stringify(body))
      if (Array.isArray(body)) t.true(body.length > 0, 'the answer must not be empty')
      t.deepEqual(keyDifferences(publicAnswers.operations[row.id] ?? null, body), expectedByClients[row.id] ?? [])
    })
  }
}

test('an element that cannot be created in bulk answers with exactly the public keys of an error', async (t) => {
  const { key } = await populated()
  const { body } = await api.call('POST /links/bulk', { key, body: [{ url: 'https://example.com' }, { url: 'no url' }] })
  t.is(body.length, 2)
  t.deepEqual(keyDifferences(publicAnswers.operations.bulkCreateLinks ?? null, body), [])
})

test('a key that is missing or not public is found', (t) => {
  const tag = { id: 'tag_1', name: 'Red', color: 'red' }
  t.deepEqual(keyDifferences(publicAnswers.operations.createTag ?? null, tag), [])
  t.deepEqual(keyDifferences(publicAnswers.operations.getTags ?? null, [tag, { id: 'tag_2', name: 'Blue', links: 3 }]), [
    'answer[].color is missing',
    'answer[].links is not public',
  ])
})
