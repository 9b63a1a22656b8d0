import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { tracker, type Tracker } from '../../../support/conversions.js'
import { runNamed } from '../../../support/jobs.js'
import { hearing, newsOf } from '../../../support/news.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const testVariants = [
  { url: 'https://example.com/a?utm_source=a', percentage: 50 },
  { url: 'https://example.com/b?utm_source=b', percentage: 50 },
]
const decide = () => runNamed(api.resources, 'links.decide-ab-tests')

async function tested({ workspace, domain }: Tracker, completed: Date) {
  return api.make.link(workspace, {
    domain: domain.slug,
    trackConversion: true,
    testVariants,
    testStartedAt: new Date(Date.now() - 3_600_000),
    testCompletedAt: completed,
  })
}

async function lead(
  who: Tracker,
  link: { id: string; workspaceId: string | null; domain: string; key: string },
  url: string,
  customerExternalId: string,
) {
  const click = await api.make.click(link, { url, base_url: url.split('?')[0] as string })
  await who.track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId })
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 5))

test.serial('when a test is over, the variant that most leads followed is where the link leads; it is decided once', async (t) => {
  const who = await tracker(api, hearing)
  const link = await tested(who, new Date(Date.now() + 600_000))
  await lead(who, link, 'https://example.com/a?utm_source=a', 'one')
  for (const somebody of ['two', 'three']) await lead(who, link, 'https://example.com/b?utm_source=b&x=1', somebody)
  t.is(await decide(), 0, 'it still runs')
  await moment()
  await api.call(`PATCH /links/${link.id}`, { key: who.key, body: { testCompletedAt: new Date().toISOString() } })
  t.is(await decide(), 1)
  const { body } = await api.call(`GET /links/${link.id}`, { key: who.key })
  t.like(body, { url: 'https://example.com/b?utm_source=b', utm_source: 'b', testVariants })
  t.false('testDecidedAt' in body)
  t.deepEqual(
    await newsOf(api.resources.database.pool, who.workspace),
    [
      ['link.updated', link.id],
      ['link.updated', link.id],
    ],
    'by the caller, and by the end',
  )
  await api.call(`PATCH /links/${link.id}`, { key: who.key, body: { url: 'https://example.com/elsewhere' } })
  t.is(await decide(), 0)
  t.regex((await api.call(`GET /links/${link.id}`, { key: who.key })).body.url, /elsewhere/)
})

test.serial('a test that is given another end is decided at that one', async (t) => {
  const who = await tracker(api)
  const link = await tested(who, new Date(Date.now() - 60_000))
  t.is(await decide(), 0, 'nobody became a lead')
  await api.call(`PATCH /links/${link.id}`, { key: who.key, body: { testCompletedAt: new Date(Date.now() + 600_000).toISOString() } })
  await lead(who, link, 'https://example.com/a?utm_source=a', 'one')
  await moment()
  await api.call(`PATCH /links/${link.id}`, { key: who.key, body: { testCompletedAt: new Date().toISOString() } })
  t.is(await decide(), 1)
})
