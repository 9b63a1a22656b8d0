/** The official client reads every analytics answer and event list of a workspace that has something to show in each. */
import test from 'ava'
import { Dub } from 'dub'
import { QueryParamGroupBy } from 'dub/models/operations'
import { ingestBatch } from '../../shared/tracking/ingest-clicks.js'
import { type TestApi, testApi } from '../support/api.js'
import { batchOf, rawClick } from '../support/clicks.js'

const place = { continent: 'NA', country: 'US', region: 'US-CA', city: 'San Francisco', latitude: '37.7', longitude: '-122.4' }
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => `${name}=some`).join('&')
const clicks = 3

/** How often each happened. */
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
  const given = { url: `https://example.com/page?${campaign}`, referer: 'https://news.example/story' }
  const raw = Array.from({ length: clicks }, () => rawClick({ id, workspaceId: workspace.id, domain, key }, given))
  await ingestBatch(api.resources.database.pool, { placeOf: () => place }, batchOf(raw))
  const [first] = raw
  await dub.track.lead({
    clickId: first?.id as string,
    eventName: 'Sign up',
    customerExternalId: 'ann',
    eventQuantity: kinds.leads,
    metadata: { plan: 'pro' },
  })
  await dub.track.sale({ customerExternalId: 'ann', amount: saleAmount, invoiceId: 'one' })
  // Analytics are counted by key and second: a key for each question.
  clientAt = async (mount) => new Dub({ token: (await api.make.token(user, workspace)).key, serverURL: api.url + mount })
})
test.after.always(() => api?.close())

/** There are no partners in this workspace. */
const aboutPartners = new Set<string>([QueryParamGroupBy.TopPartners, QueryParamGroupBy.TopGroups, QueryParamGroupBy.TopPartnerTags])

// One after the other: of two hundred questions that a workspace asks at once some would wait for their turn until they are refused.
for (const mount of ['', '/api']) {
  const at = `with the service at ${mount || 'the root'}`

  for (const groupBy of Object.values(QueryParamGroupBy)) {
    for (const event of [...kindNames, 'composite'] as const) {
      test.serial(`the client reads ${event} by ${groupBy}, ${at}`, async (t) => {
        const answer = await (await clientAt(mount)).analytics.retrieve({ event, groupBy, interval: '30d' })
        const rows = Array.isArray(answer) ? answer : [answer]
        const sum = (figure: 'clicks' | 'leads' | 'sales' | 'saleAmount') => rows.reduce((total, row) => total + (row[figure] ?? 0), 0)
        for (const kind of kindNames)
          t.is(sum(kind), (kind === event || event === 'composite') && !aboutPartners.has(groupBy) ? kinds[kind] : 0, kind)
        t.is(sum('saleAmount'), (event === 'sales' || event === 'composite') && !aboutPartners.has(groupBy) ? saleAmount : 0)
      })
    }
  }

  for (const event of kindNames) {
    test.serial(`the client reads ${event} by themselves, ${at}`, async (t) => {
      const events = await (await clientAt(mount)).events.list({ event, interval: '30d' })
      t.is(events.length, kinds[event])
      t.like(events[0], { event: event.slice(0, -1), click: { country: 'US' }, link: { url: 'https://example.com/page' } })
    })
  }
}
