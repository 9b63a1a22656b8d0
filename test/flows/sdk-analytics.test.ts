/** The official client reads every analytics answer and event list of a workspace that has something to show in each. */
import test from 'ava'
import { Dub } from 'dub'
import { QueryParamGroupBy } from 'dub/models/operations'
import { openIngestion } from '../../shared/tracking/ingest-clicks.js'
import { type TestApi, testApi } from '../support/api.js'
import { batchOf, rawClick } from '../support/clicks.js'

const place = { continent: 'NA', country: 'US', region: 'US-CA', city: 'San Francisco', latitude: '37.7', longitude: '-122.4' }
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => `${name}=some`).join('&')
const clicks = 3

let api: TestApi
let clientAt: (mount: string) => Promise<Dub>
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
  const { workspace, user } = await api.make.caller()
  const [folder, tag] = await Promise.all([api.make.folder(workspace), api.make.tag(workspace)])
  const dub = new Dub({ token: (await api.make.token(user, workspace)).key, serverURL: api.url })
  const { slug } = await api.make.domain(workspace)
  const { id, domain, key } = await dub.links.create({ url: 'https://example.com/page', domain: slug, folderId: folder.id, tagIds: [tag.id] })
  const given = { url: `https://example.com/page?${campaign}`, referer: 'https://news.example/story' }
  const raw = Array.from({ length: clicks }, () => rawClick({ id, workspaceId: workspace.id, domain, key }, given))
  await openIngestion(api.resources.database.pool, { placeOf: () => place }).ingest(batchOf(raw))
  // Analytics are counted by key and second: a key for each question.
  clientAt = async (mount) => new Dub({ token: (await api.make.token(user, workspace)).key, serverURL: api.url + mount })
})
test.after.always(() => api?.close())

/** There are no partners in this workspace. */
const aboutPartners = new Set<string>([QueryParamGroupBy.TopPartners, QueryParamGroupBy.TopGroups, QueryParamGroupBy.TopPartnerTags])

for (const mount of ['', '/api']) {
  const at = `with the service at ${mount || 'the root'}`

  for (const groupBy of Object.values(QueryParamGroupBy)) {
    test(`the client reads clicks by ${groupBy}, ${at}`, async (t) => {
      const answer = await (await clientAt(mount)).analytics.retrieve({ groupBy, interval: '30d' })
      const rows = Array.isArray(answer) ? answer : [answer]
      t.is(rows.reduce((sum, row) => sum + (row.clicks ?? 0), 0), aboutPartners.has(groupBy) ? 0 : clicks)
    })
  }

  test(`the client reads clicks by themselves, ${at}`, async (t) => {
    const events = await (await clientAt(mount)).events.list({ event: 'clicks', interval: '30d' })
    t.is(events.length, clicks)
    t.like(events[0], { event: 'click', click: { country: 'US' }, link: { url: 'https://example.com/page' } })
  })
}
