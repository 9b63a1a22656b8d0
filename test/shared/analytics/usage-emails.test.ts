import test from 'ava'
import { dueLimitEmails, summaryEmail } from '../../../shared/analytics/usage-emails/usage-email.js'
import type { WorkspaceUsage } from '../../../shared/analytics/usage-emails/usage-emails.queries.js'
import { days } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { emailsTo } from '../../support/emails.js'
import { clickRow, storeClicks } from '../../support/events.js'
import { runJobByName, runQueuedJobsAndSubscribers } from '../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

const now = new Date('2026-06-15T12:00:00Z')
const usage: WorkspaceUsage = {
  id: 'ws_1',
  name: 'Acme',
  usage: 10,
  usageLimit: 100,
  linksUsage: 0,
  linksLimit: 10,
  periodStart: '2026-06-01T00:00:00Z',
  warnedAt: null,
  isOld: true,
}

test('the emails that are due follow from the shares of the limits', (t) => {
  const cases: [Partial<WorkspaceUsage>, string[]][] = [
    [{}, []],
    [{ usage: 100 }, []],
    [{ usage: 101 }, ['overLimit']],
    [{ usage: 101, warnedAt: '2026-06-12T12:00:01Z' }, ['overLimit']],
    [{ usage: 101, warnedAt: '2026-06-12T12:00:00Z' }, ['overLimit', 'overLimitAgain']],
    [{ linksUsage: 7 }, []],
    [{ linksUsage: 8 }, ['linksWarning']],
    [{ linksUsage: 10 }, ['linksReached']],
  ]
  for (const [change, expected] of cases) t.deepEqual(dueLimitEmails({ ...usage, ...change }, now), expected, JSON.stringify(change))
})

test('a summary names clicks, new links and the top links', (t) => {
  const { subject, text } = summaryEmail({
    name: 'Acme',
    clicks: 1234,
    linksCreated: 1,
    topLinks: [{ shortLink: 'https://go.example/a', clicks: 1000 }],
  })
  t.is(subject, 'Acme: 1,234 clicks in the last 30 days')
  t.regex(text, /1 link was created[^]*https:\/\/go\.example\/a: 1,000/)
})

test.serial('owners are warned once in a billing period, and members get a summary every 30 days', async (t) => {
  const { workspace, user } = await api.make.caller({
    usage: 7,
    usageLimit: 5,
    linksUsage: 9,
    linksLimit: 10,
    createdAt: new Date(Date.now() - days(31)),
    billingPeriodStart: new Date(Date.now() - days(5)),
  })
  const link = await api.make.link(workspace)
  const clicks = [1, 2, 40].map((age) =>
    clickRow({
      timestamp: new Date(Date.now() - days(age)),
      workspace_id: workspace.id,
      link_id: link.id,
      identity_hash: `visitor ${age}`,
    }),
  )
  const { pool } = api.resources.database
  await storeClicks(pool, clicks)
  const subjects = async () => {
    await runJobByName(api.resources, 'analytics.send-usage-emails')
    await runQueuedJobsAndSubscribers(api.resources)
    return (await emailsTo(api.config.dataDir, user.email as string)).map(({ subject }) => subject).toSorted()
  }
  const first = [
    `${workspace.name} has created most of its links`,
    `${workspace.name} is over its limit of events`,
    `${workspace.name}: 2 clicks in the last 30 days`,
  ]
  t.deepEqual(await subjects(), first.toSorted())
  t.deepEqual(await subjects(), first.toSorted(), 'a second run sends nothing')
  await pool.query(`update sent_emails set sent_at = sent_at - interval '3 days' where subject = $1`, [workspace.id])
  t.is((await subjects()).length, 4, 'the second warning')
  await pool.query(`update workspaces set billing_period_start = now() where id = $1`, [workspace.id])
  t.is((await subjects()).length, 6, 'the next period')
})

test.serial('a summary that is due when a billing period has just begun names the clicks of the former one', async (t) => {
  const { workspace, user } = await api.make.caller({ createdAt: new Date(Date.now() - days(31)), totalClicks: 1, linksLimit: 0 })
  const link = await api.make.link(workspace)
  const timestamp = new Date(Date.now() - days(3))
  await storeClicks(api.resources.database.pool, [clickRow({ timestamp, workspace_id: workspace.id, link_id: link.id })])
  await runJobByName(api.resources, 'analytics.send-usage-emails')
  await runQueuedJobsAndSubscribers(api.resources)
  const emails = await emailsTo(api.config.dataDir, user.email as string)
  t.deepEqual(
    emails.map(({ subject }) => subject),
    [`${workspace.name}: 1 click in the last 30 days`],
  )
})

test.serial('a summary names the most clicked links that exist', async (t) => {
  const { workspace, user } = await api.make.caller({ createdAt: new Date(Date.now() - days(31)), linksUsage: 1 })
  const link = await api.make.link(workspace)
  const timestamp = new Date(Date.now() - days(1))
  const clicksOf = (linkId: string, count: number) =>
    Array.from({ length: count }, (_, visitor) =>
      clickRow({ timestamp, workspace_id: workspace.id, link_id: linkId, identity_hash: `${linkId} ${visitor}` }),
    )
  const deleted = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => clicksOf(`link_deleted_${name}`, 2))
  await storeClicks(api.resources.database.pool, [...deleted, ...clicksOf(link.id, 1)])
  await runJobByName(api.resources, 'analytics.send-usage-emails')
  await runQueuedJobsAndSubscribers(api.resources)
  const [summary] = await emailsTo(api.config.dataDir, user.email as string)
  t.true(summary?.text.includes(`${link.shortLink}: 1`), summary?.text)
})
