/** The operations that the specification names without a public description, each with the row that serves it. */
import test from 'ava'
import { tables } from '../../../api/routes/index.js'

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

/** Operations that no row serves. The test below fails when one of them is built and still named here. */
const absent: string[] = []

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

test('each admin operation of the specification has a row, apart from those named as absent', (t) => {
  t.is(Object.keys(administration).length, 42)
  const missing = Object.keys(administration).filter((name) => !served.has(administration[name] as string))
  t.deepEqual(missing, absent)
})

test('admin operations are for the operator only', (t) => {
  const open = Object.values(administration).filter((route) => served.has(route) && served.get(route) !== 'admin')
  t.deepEqual(open, [])
})

test('each other route of the specification has a row for its caller', (t) => {
  const found = Object.entries(others).map(([name, [route]]) => [name, [route, served.get(route)]])
  t.deepEqual(Object.fromEntries(found), others)
})
