/** The pages about the workspace in the web console in a real browser. Skipped without a browser. */
import { assertWellShown, attack, browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { waitUntil } from '../support/wait-until.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => webConsole?.close())

test.serial('a connection of an integration shows its address, what it received and the body, and replays it', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/integrations?search=stripe`)
  await tab.locator('a.tile', { hasText: 'Stripe' }).first().click()
  await tab.getByRole('button', { name: 'Add connection' }).click()
  const dialog = tab.getByRole('dialog')
  await dialog.locator('[name=name]').fill('Main account')
  await dialog.locator('[name=signingSecret]').fill('whsec_0123456789abcdef')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await tab.locator('tr', { hasText: 'Main account' }).waitFor()
  const { body: connections } = await api.call('GET /integrations/connections', { key })
  t.regex((await tab.textContent('main')) ?? '', new RegExp(connections[0].webhookUrl.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  await assertWellShown(t, tab, 'integrations/stripe')
  await tab.getByRole('button', { name: 'Actions of Main account' }).click()
  await tab.getByRole('menuitem', { name: 'Received events' }).click()
  await tab.getByText('Nothing was received yet').waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a deleted UTM template is restored by undo, and fills in the parameters of a new link', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace)
  await api.call('POST /utm', { key, body: { name: 'Letter', utm_source: 'newsletter', utm_medium: 'email' } })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/utm-templates`)
  await tab.getByRole('button', { name: 'Actions of Letter' }).click()
  await tab.getByRole('menuitem', { name: 'Delete' }).click()
  await tab.getByText('No UTM templates yet').waitFor()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await tab.locator('tr', { hasText: 'Letter' }).waitFor()

  await webConsole.open(tab, `/console/${workspace.slug}/links?create=1`)
  const dialog = tab.getByRole('dialog')
  await dialog.locator('[name=url]').fill('https://acme.example/page')
  await dialog.locator('[name=domain]').selectOption(domain)
  await dialog.locator('[name=key]').fill('taken/spring')
  await dialog.getByText('This key is free.').waitFor()
  await dialog.locator('summary', { hasText: 'UTM parameters' }).click()
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Letter' })
  await dialog.getByText('https://acme.example/page?utm_source=newsletter&utm_medium=email').waitFor()
  await dialog.locator('summary', { hasText: 'Tracking' }).click()
  await dialog.getByLabel('Track leads and sales').check()
  await dialog.locator('summary', { hasText: 'Targets' }).click()
  const test = dialog.getByRole('group', { name: 'A/B test' })
  for (const [index, path] of ['a', 'b', 'c'].entries()) {
    await test.getByRole('button', { name: 'Add' }).click()
    await test.getByLabel(`Destination ${index + 1}`).fill(`https://acme.example/${path}`)
  }
  await test.getByText('150 %').waitFor()
  await test.getByRole('button', { name: 'Share equally' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await tab.locator('tr', { hasText: 'taken/spring' }).waitFor()
  const { body: link } = await api.call(`GET /links/info?domain=${domain}&key=taken/spring`, { key })
  t.like(link, { utm_source: 'newsletter', utm_medium: 'email' })
  t.deepEqual(
    link.testVariants.map(({ percentage }: { percentage: number }) => percentage),
    [34, 33, 33],
  )
  // A key that is taken is reported before the form is sent.
  await webConsole.open(tab, `/console/${workspace.slug}/links?create=1`)
  await dialog.locator('[name=domain]').selectOption(domain)
  await dialog.locator('[name=key]').fill('taken/spring')
  await dialog.locator('.key-check.bad').waitFor()
  t.deepEqual(
    problems.filter((problem) => !/status of (404|409|422)/.test(problem)),
    [],
  )
  await context.close()
})

test.serial('memories are browsed by owner and searched; requests are shown with their bodies', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller({ plan: 'enterprise' })
  await api.call('POST /memories', {
    key,
    body: {
      memories: [
        { text: `Prefers email ${attack}`, user_id: 'ada' },
        { text: 'Asked about invoices', user_id: 'ada' },
      ],
    },
  })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/memories`)
  await tab.getByRole('link', { name: 'ada' }).click()
  await tab.getByText('Prefers email').waitFor()
  t.is(await tab.locator('tbody tr').count(), 2)
  await assertWellShown(t, tab, 'memories')
  await tab.getByLabel('Search by meaning').fill('invoices')
  await tab.locator('tbody tr', { hasText: 'Asked about invoices' }).waitFor()

  await api.call('POST /tags', { key, body: { name: attack } })
  // Requests are logged after their responses.
  await waitUntil(async () => (await api.call('GET /logs?routePattern=/tags', { key })).body.length > 0)
  await webConsole.open(tab, `/console/${workspace.slug}/logs`)
  await tab.getByRole('button', { name: 'Actions of POST /tags' }).click()
  await tab.getByRole('menuitem', { name: 'Details' }).click()
  await tab.getByText('onerror').first().waitFor()
  t.not(await tab.title(), 'attacked')
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('usage equals the answer of the API, and a second workspace is reached by the switcher', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller({ plan: 'pro', linksLimit: 1000, linksUsage: 250 })
  const other = await api.make.workspace({ name: 'Second' })
  await api.make.member(other, user, 'viewer')
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/usage`)
  const { body } = await api.call(`GET /workspaces/${workspace.slug}`, { key })
  const card = tab.getByRole('region', { name: 'Links' })
  t.is(await card.locator('.total-value').textContent(), String(body.linksUsage))
  t.regex((await card.textContent()) ?? '', /of 1,000/)
  await assertWellShown(t, tab, 'usage')
  await tab.getByRole('button', { name: 'Switch workspace' }).or(tab.locator('.side-head .menu > button')).first().click()
  await tab.getByRole('menuitem', { name: 'Second' }).click()
  await tab.waitForURL(new RegExp(`/console/${other.slug}$`))
  t.deepEqual(problems, [])
  await context.close()
})
