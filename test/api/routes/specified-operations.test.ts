/** The operations that the specification names without a public description, each with the row that serves it. */
import test from 'ava'
import { tables } from '../../../api/routes/index.js'
import { cronGroups } from '../../../shared/maintenance/index.js'
import { jobs } from '../../../workers/jobs/index.js'
import { nameOf } from '../../../workers/runtime/job-tables.js'

const administration: Record<string, string> = {
  'analytics for admin': 'GET /admin/analytics',
  'commissions for admin': 'GET /admin/commissions',
  'events for admin': 'GET /admin/events',
  'ban a user and their workspaces': 'POST /admin/ban',
  'impersonate a user or workspace': 'POST /admin/impersonate',
  'reset user login attempts': 'POST /admin/reset-login-attempts',
  'disable a workspace': 'POST /admin/workspaces/disable',
  'restore a workspace': 'POST /admin/workspaces/restore',
  'send a team-chat connect invite': 'POST /admin/slack-support-invite',
  'refresh a domain on the hosting platform': 'POST /admin/domains/refresh',
  'register a premium domain': 'POST /admin/domains/register-premium',
  'renew a domain': 'POST /admin/domains/renew',
  'search domain availability': 'GET /admin/domains/search-availability',
  'ban link': 'DELETE /admin/links/ban',
  'count links': 'GET /admin/links/count',
  'get admin links': 'GET /admin/links',
  'update fraud alert status': 'PATCH /admin/fraud-alerts/{fraudAlertId}',
  'get fraud alerts': 'GET /admin/fraud-alerts',
  'generate an identity-verification session': 'POST /admin/partners/{partnerId}/generate-veriff-session',
  'update partner network status': 'PATCH /admin/partners/{partnerId}/network-status',
  'add or update partner platform': 'POST /admin/partners/{partnerId}/platforms',
  'get admin partner details': 'GET /admin/partners/{partnerId}',
  'update partner country': 'PATCH /admin/partners/{partnerId}',
  'get shared platforms': 'GET /admin/partners/{partnerId}/shared-platforms',
  'verify partner identity': 'POST /admin/partners/{partnerId}/verify-identity',
  'delete partner account': 'POST /admin/partners/delete-account',
  'get network partners count or list': 'GET /admin/partners/network',
  'get trusted partners': 'GET /admin/partners/trusted',
  'mark partner as trusted': 'POST /admin/partners/trusted',
  'remove trusted status': 'DELETE /admin/partners/trusted',
  'get pending payment-provider payouts': 'GET /admin/payouts/paypal',
  'get admin payouts and timeseries': 'GET /admin/payouts',
  'get stablecoin payouts': 'GET /admin/payouts/stablecoin',
  'update marketplace program details': 'PATCH /admin/programs/{programId}',
  'remove program from marketplace': 'DELETE /admin/programs/{programId}',
  'completely delete a program': 'POST /admin/programs/{programId}/delete',
  'get recent programs': 'GET /admin/programs/recent',
  'get marketplace programs': 'GET /admin/programs',
  'add program to marketplace': 'POST /admin/programs',
  'reorder marketplace programs': 'PATCH /admin/programs',
  'get top programs by sales': 'GET /admin/programs/sales',
  'get admin revenue timeseries': 'GET /admin/revenue',
}

/** The other routes, each with the kind of caller that it serves. */
const others: Record<string, [route: string, access: string]> = {
  'OAuth user-info': ['GET /oauth/userinfo', 'workspace'],
  'request logs': ['GET /logs', 'workspace'],
  'program resources': ['GET /programs/{programId}/resources', 'workspace'],
  'program resources of a partner': ['GET /partner-profile/programs/{programId}/resources', 'partner'],
  'marketplace program listing': ['GET /network/marketplace', 'guest'],
  'network programs summary': ['GET /network/programs/summary', 'partner'],
}

const served = new Map(tables.rows.map((row) => [`${row.method} ${row.path}`, row.access.kind]))

/** The groups of scheduled operations, each with the jobs that do its work; those without a job answer why. */
const scheduled: Record<string, readonly string[]> = {
  'click aggregation': ['earnings.compute-click-commissions', 'tracking.ingest-queued-clicks'],
  'bounty notification': ['bounties.notify-partners'],
  'bounty social-metric sync': ['bounties.sync-social-metrics'],
  'bounty draft-submission upsert': ['bounties.count-performance'],
  'campaign broadcast and scheduled-campaign queueing': ['campaigns.broadcast', 'campaigns.queue-scheduled'],
  'cleanup of declined invites': ['partners.delete-expired-enrolments'],
  'cleanup of demo embed partners': [],
  'cleanup of end-to-end test data': [],
  'cleanup of expired fraud groups': ['fraud.expire-groups'],
  'cleanup of expired tokens': ['accounts.delete-expired-credentials', 'embed.delete-expired-tokens'],
  'cleanup of links by retention days': ['links.enforce-retention'],
  'cleanup of orphaned records': [],
  'cleanup of rejected program applications': ['partners.delete-expired-enrolments'],
  'cleanup of unenrolled partners': ['maintenance.delete-unenrolled-partners'],
  'referral commission backfill, creation and payout queueing': ['earnings.create-referral-commissions', 'earnings.reward-approval'],
  'discount code creation drain and disabling': ['earnings.provision-discount-codes', 'earnings.end-discount-code'],
  'email-domain list sync': ['fraud.refresh-disposable-domains'],
  'domain renewal payment intents': ['links.renew-domains'],
  'domain renewal reminders': ['links.renew-domains'],
  'domain renewal for an invoice': [],
  'domain transfer between workspaces': ['links.move-links-to-workspace'],
  'link updates on domain change': ['links.move-links-to-renamed-domain'],
  'domain verification check': ['links.verify-domains'],
  'click-tracking update': [],
  'email domain verification': ['campaigns.verify-email-domains'],
  'export workers': ['commissions.export', 'partner-profile.export-customers', 'customers.export', 'partner-profile.export-events'],
  'fraud events summary': ['fraud.send-summaries'],
  'exchange-rate update': ['tracking.refresh-exchange-rates'],
  'default links create, remap and update': ['partners.sync-links'],
  imports: ['imports.run', 'imports.csv'],
  'failed invoice retry': [],
  'link A/B test completion': ['links.decide-ab-tests'],
  'unclaimed demo link deletion': ['links.delete-unclaimed'],
  'partner links cache invalidation': [],
  'unread-message notifications for partners and programs': ['campaigns.email-unread-messages'],
  'program similarity calculation': ['network.compute-similarities'],
  'verified partner platform update': ['network.refresh-platforms'],
}

/** The names for which nothing is found. */
const missing = <Served>(named: Record<string, Served>, isServed: (served: Served, name: string) => boolean) =>
  Object.entries(named)
    .filter(([name, by]) => !isServed(by, name))
    .map(([name]) => name)

const hasRow = (route: string) => served.get(route) === 'admin'
const hasRowFor = ([route, access]: readonly [string, string]) => served.get(route) === access
const jobNames = new Set(jobs.map(nameOf))
const hasJobs = (names: readonly string[], group: string) =>
  names.every((name) => jobNames.has(name)) && (cronGroups[group] ?? []).some((path) => names.length > 0 || 'answer' in path)

test('each admin operation of the specification has a row, which is for the operator only', (t) => {
  t.is(Object.keys(administration).length, 42)
  t.is(new Set(Object.values(administration)).size, 42)
  t.deepEqual(missing(administration, hasRow), [])
})

test('each other route of the specification has a row for its caller', (t) => {
  t.deepEqual(missing(others, hasRowFor), [])
})

test('each scheduled operation of the specification has a job, or answers why it needs none', (t) => {
  t.is(Object.keys(scheduled).length, 37)
  t.deepEqual(missing(scheduled, hasJobs), [])
})

test('a name that nothing serves is found', (t) => {
  t.deepEqual(missing({ 'ban link': 'DELETE /admin/links/unban', 'get admin links': 'GET /links' }, hasRow), [
    'ban link',
    'get admin links',
  ])
  t.deepEqual(missing({ 'request logs': ['GET /logs', 'partner'] as const }, hasRowFor), ['request logs'])
  t.deepEqual(missing({ imports: ['imports.none'], 'no such group': [] }, hasJobs), ['imports', 'no such group'])
})
