/** What cannot be undone is only done after a confirmation, in the web console and the portal. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { openInConsole } from '../support/open-in-console.js'
import { programOwner } from '../support/program-owner.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

test.serial('sharing and the access of an app end after a confirmation', async (t) => {
  const { make } = webConsole.api
  const { context, tab, path } = await openInConsole(webConsole, 'links', async ({ workspace, user }, domain) => {
    await make.link(workspace, { domain, key: 'shared' })
    await make.installation(workspace, user)
  })
  await tab.getByRole('button', { name: /Actions of .*shared/ }).click()
  await tab.getByRole('menuitem', { name: 'Share analytics' }).click()
  const dialogs = tab.getByRole('dialog')
  await dialogs.getByRole('button', { name: 'Share', exact: true }).click()
  await dialogs.first().getByRole('button', { name: 'End sharing' }).first().click()
  await dialogs.nth(1).getByRole('button', { name: 'Cancel' }).click()
  await dialogs.nth(1).waitFor({ state: 'detached' })
  await dialogs.getByText('/share/').waitFor()
  await dialogs.first().getByRole('button', { name: 'End sharing' }).first().click()
  await dialogs.nth(1).getByRole('button', { name: 'End sharing' }).click()
  await dialogs.getByRole('button', { name: 'Share', exact: true }).waitFor()

  await webConsole.open(tab, path.replace('links', 'oauth-apps'))
  await tab.getByRole('button', { name: 'End access' }).click()
  await dialogs.getByRole('button', { name: 'Cancel' }).click()
  await tab.getByRole('button', { name: 'End access' }).click()
  await dialogs.getByRole('button', { name: 'End access' }).click()
  await tab.getByText('No app has access').waitFor()
  t.pass()
  await context.close()
})

test.serial('a provider of payouts is disconnected after a confirmation', async (t) => {
  const { call, user, workspace } = await programOwner(webConsole.api, { plan: 'enterprise' })
  t.is((await call('PUT /payouts/providers/paypal', { clientId: 'client', clientSecret: 'secret' })).status, 200)
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/payouts`)
  await tab.getByRole('button', { name: 'Providers' }).click()
  const dialogs = tab.getByRole('dialog')
  await dialogs.first().getByRole('button', { name: 'Disconnect' }).first().click()
  await dialogs.nth(1).getByRole('button', { name: 'Cancel' }).click()
  await dialogs.nth(1).waitFor({ state: 'detached' })
  await dialogs.getByText('Connected', { exact: true }).waitFor()
  await dialogs.first().getByRole('button', { name: 'Disconnect' }).first().click()
  await dialogs.nth(1).getByRole('button', { name: 'Disconnect' }).click()
  await toast(tab, 'Account disconnected')
  await context.close()
})

test.serial('a question whether to cancel something has one button with that name', async (t) => {
  const { user, workspace, program, partner } = await programOwner(webConsole.api, { plan: 'enterprise' })
  await webConsole.api.make.commission(program, await partner(), { earnings: 1500 })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/commissions`)
  await tab
    .locator('tbody')
    .getByRole('button', { name: /^Actions of/ })
    .click()
  await tab.getByRole('menuitem', { name: 'Cancel' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await toast(tab, 'Commission changed')
  t.pass()
  await context.close()
})

test.serial('a partner removes users and leaves an account after a confirmation', async (t) => {
  const { api } = webConsole
  const user = await api.make.user()
  const partner = await api.make.partner({ email: String(user.email).toLowerCase() })
  await api.make.partnerUser(partner, user)
  const other = await api.make.user({ name: 'Ada' })
  await api.make.partnerUser(partner, other)
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, '/portal/profile')
  const dialogs = tab.getByRole('dialog')
  const choose = async (email: string | null | undefined, action: string) => {
    await tab.getByRole('button', { name: `Actions of ${email}` }).click()
    await tab.getByRole('menuitem', { name: action }).click()
  }
  await choose(other.email, 'Remove')
  await dialogs.getByText('Ada no longer has access').waitFor()
  await dialogs.getByRole('button', { name: 'Cancel' }).click()
  await choose(other.email, 'Make member')
  await toast(tab, 'Role changed')
  await choose(other.email, 'Make owner')
  await toast(tab, 'Role changed')
  await choose(user.email, 'Leave this account')
  await dialogs.getByRole('button', { name: 'Leave this account' }).click()
  await tab.getByRole('heading', { name: 'Open your partner account' }).waitFor()
  t.pass()
  await context.close()
})
