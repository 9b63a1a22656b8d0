/** The administration of the web console in a real browser. Skipped without a browser. */
import type { Role } from '../../shared/accounts/index.js'
import { queueNames } from '../../shared/kernel/queue/queue-kinds.js'
import { jobs } from '../../workers/jobs/index.js'
import { jobTables } from '../../workers/runtime/job-tables.js'
import { reconcileSchedules } from '../../workers/runtime/schedules.js'
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { runJobByName } from '../support/jobs.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

/** An owner of a workspace who is a platform administrator as well. */
async function administrator(platformRole: Role | null, name = 'Ada') {
  const { make } = webConsole.api
  const [workspace, user] = await Promise.all([make.workspace({ plan: 'enterprise' }), make.user({ platformRole, name })])
  await make.member(workspace, user, 'owner')
  const { key } = await make.token(user, workspace, {})
  return { workspace, user, key }
}

const adminPages = async (tab: Parameters<TestConsole['pagesOf']>[0], slug: string) =>
  (await webConsole.pagesOf(tab, `/console/${slug}`)).filter((path) => path.includes(`/${slug}/admin`))

test.serial('an owner of the platform appoints an administrator, undoes it, and finds it in the audit log', async (t) => {
  const { api } = webConsole
  const { user, workspace } = await administrator('owner')
  const other = await api.make.user()
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/admin/administrators`)
  await tab.getByRole('button', { name: 'Appoint administrator' }).click()
  await tab.getByLabel('Email address of the user').fill(String(other.email))
  await tab.getByRole('dialog').getByRole('button', { name: 'Appoint administrator' }).click()
  const row = tab.locator('tr', { hasText: String(other.email) })
  await row.waitFor()
  await row.getByRole('button').click()
  await tab.getByRole('menuitem', { name: 'End appointment' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'End appointment' }).click()
  await row.waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()
  await webConsole.open(tab, `/console/${workspace.slug}/admin/audit`)
  await tab.locator('tbody tr').nth(2).waitFor()
  t.is(await tab.locator('tr', { hasText: 'Appoint platform admin' }).count(), 3)
  await context.close()
})

test.serial('a scheduled job is run at once, and a webhook and a connection get a failed delivery again', async (t) => {
  const { api } = webConsole
  const { user, workspace } = await administrator('owner')
  const webhook = await api.make.webhook(workspace)
  const { id: deliveryId } = await api.make.delivery(workspace)
  const received = await api.make.inboundDelivery(workspace)
  const { context, tab, problems } = await webConsole.signedIn(user)
  const open = (path: string) => webConsole.open(tab, `/console/${workspace.slug}/${path}`)
  // A worker registers the schedules when it starts.
  await reconcileSchedules(jobTables(jobs), api.resources.queues)
  const waiting = async () =>
    (await Promise.all(queueNames.map((name) => api.resources.queues.queue(name).getWaiting()))).flat().map(({ name }) => name)
  const before = await waiting()
  await open('admin/jobs?search=verify-aggregates')
  await tab.getByRole('button', { name: /^Actions of/ }).click()
  await tab.getByRole('menuitem', { name: 'Run now' }).click()
  await toast(tab, 'Started')
  t.deepEqual((await waiting()).toSorted(), [...before, 'maintenance.verify-aggregates'].toSorted())

  const { pool } = api.resources.database
  await open('webhooks')
  await tab.getByRole('button', { name: `Actions of ${webhook.name}` }).click()
  await tab.getByRole('menuitem', { name: 'Deliveries' }).click()
  await tab.getByRole('button', { name: 'Send again' }).click()
  await toast(tab, 'Sent again')
  const { rows: deliveries } = await pool.query('select state from webhook_deliveries where event_id = $1', [deliveryId])
  t.deepEqual(deliveries, [{ state: 'pending' }])

  await open('integrations/segment')
  await tab.getByRole('button', { name: /^Actions of/ }).click()
  await tab.getByRole('menuitem', { name: 'Received events' }).click()
  await tab.getByRole('button', { name: 'Replay' }).click()
  await toast(tab, 'Processed again')
  const { rows: replayed } = await pool.query('select state from integration_deliveries where id = $1', [received.id])
  t.deepEqual(replayed, [{ state: 'received' }])
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('the report of the last verification is shown', async (t) => {
  const { api } = webConsole
  const { user, workspace } = await administrator('owner')
  const { context, tab } = await webConsole.signedIn(user)
  await runJobByName(api.resources, 'maintenance.verify-aggregates')
  await webConsole.open(tab, `/console/${workspace.slug}/admin/verification`)
  await tab.getByText('No differences').waitFor()
  t.pass()
  await context.close()
})

test.serial('other users have no administration, and administrators without the role owner cannot change anything', async (t) => {
  const plain = await administrator(null)
  const visit = await webConsole.signedIn(plain.user)
  t.deepEqual(await adminPages(visit.tab, plain.workspace.slug), [])
  await webConsole.open(visit.tab, `/console/${plain.workspace.slug}/admin/links`)
  t.regex((await visit.tab.textContent('main')) ?? '', /not available to you/)
  await visit.context.close()

  const viewer = await administrator('viewer')
  const { context, tab, problems } = await webConsole.signedIn(viewer.user)
  await webConsole.open(tab, `/console/${viewer.workspace.slug}/admin/administrators`)
  await tab.locator('tbody tr').first().waitFor()
  t.is(await tab.getByRole('button', { name: 'Appoint administrator' }).count(), 0)
  await webConsole.open(tab, `/console/${viewer.workspace.slug}/admin/workspaces?slug=${viewer.workspace.slug}`)
  await tab.getByLabel('Workspaces', { exact: true }).waitFor()
  t.is(await tab.getByRole('button', { name: 'Disable' }).count(), 0)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('an operator who signed in as a user is told whose account this is', async (t) => {
  const { api } = webConsole
  const { user, workspace } = await administrator(null, 'Grace')
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/members`)
  const invite = tab.getByRole('button', { name: 'Invite members' })
  await invite.waitFor()
  t.is(await tab.getByText('You act as').count(), 0)
  await api.resources.database.pool.query('update sessions set is_impersonated = true where user_id = $1', [user.id])
  await tab.reload()
  await tab.getByText('You act as Grace for at most an hour.').waitFor()
  await tab.getByRole('heading', { name: 'Members' }).waitFor()
  t.is(await invite.count(), 0)
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.waitForURL('**/auth/login**')
  await context.close()
  t.pass()
})
