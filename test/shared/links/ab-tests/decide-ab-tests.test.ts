import test from 'ava'
import { type TestApi, testApi } from '../../../support/api.js'
import { tracker, type Tracker } from '../../../support/conversions.js'
import { runJobByName } from '../../../support/jobs.js'
import { nextMillisecond } from '../../../support/wait-until.js'
import { subscribed, publishedEvents } from '../../../support/webhook-events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const testVariants = [
  { url: 'https://example.com/a?utm_source=a', percentage: 50 },
  { url: 'https://example.com/b?utm_source=b', percentage: 50 },
]
const decide = () => runJobByName(api.resources, 'links.decide-ab-tests')

async function linkWithTest({ workspace, domain }: Tracker, completed: Date) {
  return api.make.link(workspace, {
    domain: domain.slug,
    trackConversion: true,
    testVariants,
    testStartedAt: new Date(Date.now() - 3_600_000),
    testCompletedAt: completed,
  })
}

async function lead(
  merchant: Tracker,
  link: { id: string; workspaceId: string | null; domain: string; key: string },
  url: string,
  customerExternalId: string,
) {
  const click = await api.make.click(link, { url, base_url: url.split('?')[0] as string })
  await merchant.track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId })
}

test.serial('the variant with the most leads becomes the destination of an ended test, and the test is decided only once', async (t) => {
  const merchant = await tracker(api, subscribed)
  const link = await linkWithTest(merchant, new Date(Date.now() + 600_000))
  await lead(merchant, link, 'https://example.com/a?utm_source=a', 'one')
  for (const customer of ['two', 'three']) await lead(merchant, link, 'https://example.com/b?utm_source=b&x=1', customer)
  t.is(await decide(), 0, 'the test is still running')
  await nextMillisecond()
  await api.call(`PATCH /links/${link.id}`, { key: merchant.key, body: { testCompletedAt: new Date().toISOString() } })
  t.is(await decide(), 1)
  const { body } = await api.call(`GET /links/${link.id}`, { key: merchant.key })
  t.like(body, { url: 'https://example.com/b?utm_source=b', utm_source: 'b', testVariants })
  t.false('testDecidedAt' in body)
  t.deepEqual(
    await publishedEvents(api.resources.database.pool, merchant.workspace),
    [
      ['link.updated', link.id],
      ['link.updated', link.id],
    ],
    'one by the PATCH request, one by the decision',
  )
  await api.call(`PATCH /links/${link.id}`, { key: merchant.key, body: { url: 'https://example.com/elsewhere' } })
  t.is(await decide(), 0)
  t.regex((await api.call(`GET /links/${link.id}`, { key: merchant.key })).body.url, /elsewhere/)
})

test.serial('a test with a new end is decided at the new end', async (t) => {
  const merchant = await tracker(api)
  const link = await linkWithTest(merchant, new Date(Date.now() - 60_000))
  t.is(await decide(), 0, 'the test has no leads')
  await api.call(`PATCH /links/${link.id}`, { key: merchant.key, body: { testCompletedAt: new Date(Date.now() + 600_000).toISOString() } })
  await lead(merchant, link, 'https://example.com/a?utm_source=a', 'one')
  await nextMillisecond()
  await api.call(`PATCH /links/${link.id}`, { key: merchant.key, body: { testCompletedAt: new Date().toISOString() } })
  t.is(await decide(), 1)
})
