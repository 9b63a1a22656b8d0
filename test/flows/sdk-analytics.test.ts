/** The official SDK reads every analytics response and event list of a workspace that has data for each of them. */
import test from 'ava'
import { Dub } from 'dub'
import { QueryParamGroupBy } from 'dub/models/operations'
import { flushClickBlocks } from '../../shared/tracking/index.js'
import { ingestBatch } from '../../shared/tracking/ingest-clicks.js'
import { type TestApi, testApi } from '../support/api.js'
import { batchOf, rawClick } from '../support/clicks.js'
import { silentLog } from '../support/service.js'

const location = { continent: 'NA', country: 'US', region: 'US-CA', city: 'San Francisco', latitude: '37.7', longitude: '-122.4' }
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => `${name}=some`).join('&')
const clicks = 3

/** Number of events of each kind. */
const kinds = { clicks, leads: 2, sales: 1 } as const
const kindNames = ['clicks', 'leads', 'sales'] as const
const saleAmount = 4500

let api: TestApi
let clientAt: (mount: string) => Promise<Dub>
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const { workspace, user } = await api.make.caller()
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  const dub = new Dub({ token: (await api.make.token(user, workspace)).key, serverURL: api.url })
  const { slug } = await api.make.domain(workspace)
  const { id, domain, key } = await dub.links.create({
    url: 'https://example.com/page',
    domain: slug,
    folderId: folder.id,
    tagIds: [tag.id],
  })
  const overrides = { url: `https://example.com/page?${campaign}`, referer: 'https://news.example/story' }
  const raw = Array.from({ length: clicks }, () => rawClick({ id, workspaceId: workspace.id, domain, key }, overrides))
  const scope = { pool: api.resources.database.pool, config: api.config, log: silentLog }
  await ingestBatch(scope, { locate: () => location }, batchOf(raw))
  await flushClickBlocks(scope)
  const [first] = raw
  await dub.track.lead({
    clickId: first?.id as string,
    eventName: 'Sign up',
    customerExternalId: 'ann',
    eventQuantity: kinds.leads,
    metadata: { plan: 'pro' },
  })
  await dub.track.sale({ customerExternalId: 'ann', amount: saleAmount, invoiceId: 'one' })
  // The rate limit of analytics is per key, so each request uses a new key.
  clientAt = async (mount) => new Dub({ token: (await api.make.token(user, workspace)).key, serverURL: api.url + mount })
})
test.after.always(() => api?.close())

/** The workspace has no partners. */
const partnerGroupings = new Set<string>([QueryParamGroupBy.TopPartners, QueryParamGroupBy.TopGroups, QueryParamGroupBy.TopPartnerTags])

// Serial: of two hundred concurrent queries of a workspace, some would wait in the queue until they are refused.
for (const mount of ['', '/api']) {
  const suffix = `with the API at ${mount || 'the root'}`

  for (const groupBy of Object.values(QueryParamGroupBy)) {
    for (const event of [...kindNames, 'composite'] as const) {
      test.serial(`the SDK reads ${event} by ${groupBy}, ${suffix}`, async (t) => {
        const response = await (await clientAt(mount)).analytics.retrieve({ event, groupBy, interval: '30d' })
        const rows = Array.isArray(response) ? response : [response]
        const sum = (measure: 'clicks' | 'leads' | 'sales' | 'saleAmount') => rows.reduce((total, row) => total + (row[measure] ?? 0), 0)
        for (const kind of kindNames)
          t.is(sum(kind), (kind === event || event === 'composite') && !partnerGroupings.has(groupBy) ? kinds[kind] : 0, kind)
        t.is(sum('saleAmount'), (event === 'sales' || event === 'composite') && !partnerGroupings.has(groupBy) ? saleAmount : 0)
      })
    }
  }

  for (const event of kindNames) {
    test.serial(`the SDK lists ${event}, ${suffix}`, async (t) => {
      const events = await (await clientAt(mount)).events.list({ event, interval: '30d' })
      t.is(events.length, kinds[event])
      t.like(events[0], { event: event.slice(0, -1), click: { country: 'US' }, link: { url: 'https://example.com/page' } })
    })
  }
}
