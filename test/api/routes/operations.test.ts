import test from 'ava'
import { isQueueName } from '../../../shared/kernel/queue/queue-kinds.js'
import { cronGroups } from '../../../shared/maintenance/index.js'
import { jobs } from '../../../workers/jobs/index.js'
import { jobTables, nameOf, queueOf } from '../../../workers/runtime/job-tables.js'
import { reconcileSchedules } from '../../../workers/runtime/schedules.js'
import { testApi } from '../../support/api.js'

const api = await testApi()
test.after.always(() => api.close())

const cron = (methodAndPath: string, key = api.config.cronSecret) => api.call(methodAndPath, { key: key as string })
const admin = (methodAndPath: string) => api.call(methodAndPath, { key: api.config.adminApiKey as string })
const { schedules } = jobTables(jobs)

/** The paths of scheduled work, as external schedulers know them. */
const specifiedPaths = `
  aggregate-clicks aggregate-clicks/process disposable-emails fx-rates usage domains/verify email-domains/verify
  domains/renewal-reminders domains/renewal-payments domains/renewal-succeeded domains/transfer domains/update email-domains/update
  streams/send-link-clicked-webhooks streams/update-click-stats streams/update-workspace-links-usage streams/update-partner-stats
  partner-platforms partner-platforms/website partner-platforms/youtube partner-program-summary partner-program-summary/process
  pending-applications-summary trial-emails payouts/aggregate-due-commissions payouts/aggregate-due-commissions/process
  payouts/reconcile-amounts payouts/force-withdrawals payouts/reminders/partners payouts/reminders/program-owners payouts/process
  payouts/process/updates payouts/charge-succeeded payouts/send-stripe-payout payouts/send-tremendous-payout payouts/balance-available
  payouts/payout-paid payouts/payout-failed bounties/queue-sync-social-metrics bounties/sync-social-metrics bounties/notify-partners
  bounties/upsert-draft-submissions sitemaps/queue sitemaps/import sync-redis-resources queue/retry campaigns/queue-scheduled
  campaigns/broadcast fraud/summary fraud/release-hold-commissions network/calculate-program-similarities
  cleanup/declined-invites cleanup/demo-embed-partners cleanup/e2e-tests cleanup/expired-fraud-groups cleanup/expired-tokens
  cleanup/link-retention cleanup/orphaned-rewards cleanup/rejected-applications cleanup/unenrolled-partners
  commissions/referrals/backfill commissions/referrals/create commissions/referrals/queue
  discount-codes/create/queue-batches discount-codes/create discount-codes/disable
  export/commissions export/customers export/links export/partners export/payouts export/events/workspace export/events/partner
  groups/create-default-links groups/update-default-links groups/remap-default-links groups/sync-utm groups/remap-discount-codes
  invoices/retry-failed links/{linkId}/complete-tests links/delete links/invalidate-for-partners links/invalidate-for-discounts
  messages/notify-partner messages/notify-program partners/auto-approve partners/auto-reject partners/ban partners/deactivate
  partners/delete partners/verify-country-change programs/deactivate programs/reactivate rewards/process program-application-reminder
  welcome-user send-batch-email workflows/{workflowId} workspaces/delete shopify/order-paid import/bitly import/rebrandly import/short
  import/csv import/rewardful import/tolt import/firstpromoter import/partnerstack import/tapfiliate`
  .trim()
  .split(/\s+/)

test.serial('a schedule that no worker has registered is not found', async (t) => {
  const answer = await cron('POST /api/cron/fx-rates')
  t.is(answer.status, 404)
  t.regex(JSON.stringify(answer.body), /No worker has registered tracking.refresh-exchange-rates yet/)
})

test.serial('every path starts a scheduled job or says why it needs none', async (t) => {
  await reconcileSchedules(jobTables(jobs), api.resources.queues)
  const scheduled = new Set(schedules.map(({ name }) => name))
  for (const row of Object.values(cronGroups).flat()) {
    if ('job' in row) t.true(scheduled.has(row.job), `${row.job} has no schedule`)
    for (const method of ['GET', 'POST']) {
      const answer = await cron(`${method} /api/cron/${row.path.replace('{linkId}', 'link_1')}`)
      t.is(answer.status, 200, row.path)
      t.regex(answer.headers.get('content-type') ?? '', /^text\/plain/)
      t.is(String(answer.body), 'job' in row ? `Started ${row.job}.` : row.answer)
    }
  }
})

test('every path of scheduled work is served, and no other one', (t) => {
  const served = Object.values(cronGroups).flatMap((rows) => rows.map(({ path }) => path))
  t.deepEqual(served.toSorted(), specifiedPaths.toSorted())
})

test.serial('the operator starts every job with a schedule once, and learns that others start with their event', async (t) => {
  await reconcileSchedules(jobTables(jobs), api.resources.queues)
  const scheduled = new Set(schedules.map(({ name }) => name))
  t.true(scheduled.size > 60 && scheduled.size < jobs.length)
  for (const row of jobs) {
    const name = nameOf(row)
    const queue = api.resources.queues.queue(queueOf(row))
    await queue.drain()
    for (let time = 0; time < 2; time++) {
      const { status, body } = await admin(`POST /admin/jobs/${name}/run`)
      if (scheduled.has(name)) t.deepEqual([status, body], [202, { name, started: true }])
      else t.like(body, { error: { code: 'not_found' } }, name)
    }
    // Beside the one of its schedule.
    const waiting = (await queue.getWaiting()).filter((job) => job.name === name && !job.id?.startsWith('repeat:'))
    t.is(waiting.length, scheduled.has(name) ? 1 : 0, name)
  }
})

test.serial('a job that waits already is not enqueued again', async (t) => {
  const queue = api.resources.queues.queue('housekeeping')
  const name = 'links.verify-domains'
  const waiting = async () => (await queue.getWaiting()).filter((job) => job.name === name).length
  for (const method of ['GET', 'POST']) t.is((await cron(`${method} /api/cron/domains/verify`)).status, 200)
  t.is((await admin(`POST /admin/jobs/${name}/run`)).status, 202)
  t.is(await waiting(), 1)
})

test.serial('the operator lists the schedules', async (t) => {
  const listed = (await admin('GET /admin/jobs')).body as { name: string; queue: string }[]
  t.deepEqual(
    listed.map(({ name }) => name),
    schedules.map(({ name }) => name).toSorted(),
  )
  t.true(listed.every(({ queue }) => isQueueName(queue)))
})

test('unknown paths and jobs are not found', async (t) => {
  const path = await cron('POST /api/cron/no-such/work')
  t.regex(JSON.stringify(path.body), /no scheduled work at no-such\/work/)
  const job = await admin('POST /admin/jobs/links.no-such-job/run')
  t.is(job.status, 404)
  t.regex(JSON.stringify(job.body), /GET \/admin\/jobs lists the names/)
})

test('scheduled work needs the secret of the scheduler', async (t) => {
  t.is((await cron('POST /api/cron/fx-rates', api.config.adminApiKey)).status, 401)
})
