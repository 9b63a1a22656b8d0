/** Lists of the web console in a real browser: paging, selection and choices of many rows. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

const signedInCaller = async () => {
  const caller = await webConsole.api.make.caller({ plan: 'enterprise' })
  return { ...caller, ...(await webConsole.signedIn(caller.user)) }
}

test.serial('customers by revenue are read to the last one', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  for (let index = 0; index < 60; index++) await webConsole.api.make.customer(workspace, { saleAmount: index * 100 })
  await webConsole.open(tab, `/console/${workspace.slug}/customers?sortBy=saleAmount`)
  await tab.locator('.list-end').scrollIntoViewIfNeeded()
  await tab.getByText('60 shown, nothing more').waitFor()
  t.is(await tab.getByRole('alert').count(), 0)
  await context.close()
})

test.serial('an error of the next rows is gone when other rows are listed', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  for (let index = 0; index < 60; index++) await webConsole.api.make.customer(workspace, { name: `Customer ${index}` })
  await tab.route(/startingAfter/, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
  )
  await webConsole.open(tab, `/console/${workspace.slug}/customers`)
  await tab.locator('.list-end').scrollIntoViewIfNeeded()
  await tab.locator('.table-frame').getByText('It failed.').waitFor()
  await tab.getByRole('searchbox').fill('Customer 59')
  await tab.getByText('It failed.').waitFor({ state: 'detached' })
  t.is(await tab.locator('tbody tr').count(), 1)
  await context.close()
})

test.serial('a list stays as long as it was after an action on one row', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  for (let index = 0; index < 160; index++) await webConsole.api.make.customer(workspace, { name: `Customer ${index}` })
  for (const query of ['', '?sortBy=saleAmount']) {
    await webConsole.open(tab, `/console/${workspace.slug}/customers${query}`)
    const rows = tab.locator('tbody tr')
    const end = tab.getByText(/^1[56]\d shown, nothing more$/)
    while (!(await end.isVisible())) await tab.locator('.list-end').scrollIntoViewIfNeeded()
    const before = await rows.count()
    await tab
      .getByRole('button', { name: /^Actions of/ })
      .last()
      .click()
    await tab.getByRole('menuitem', { name: 'Delete' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await tab.getByText(`${before - 1} shown, nothing more`).waitFor()
    t.is(await rows.count(), before - 1, query)
  }
  await context.close()
})

test.serial('more than a thousand memories of a user are listed', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  await webConsole.api.resources.database.pool.query(
    `insert into memories (id, workspace_id, user_id, text, hash, content_key, created_at, updated_at)
     select 'memory_' || n, $1, 'ada', 'Memory ' || n, '', n, now(), now() from generate_series(1, 1055) n`,
    [workspace.id],
  )
  await webConsole.open(tab, `/console/${workspace.slug}/memories?user_id=ada`)
  const end = tab.getByText('1,055 shown, nothing more')
  while (!(await end.isVisible())) await tab.locator('.list-end').scrollIntoViewIfNeeded()
  t.is(await tab.getByRole('table').getAttribute('aria-rowcount'), '1056')
  await context.close()
})

test.serial('memories are read to the last one if their pages end early because of their size', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  await webConsole.api.resources.database.pool.query(
    `insert into memories (id, workspace_id, user_id, text, hash, content_key, metadata, created_at, updated_at)
     select 'large_' || n, $1, 'ada', 'Memory ' || n, '', n, jsonb_build_object('page', repeat('x', 49000)), now(), now()
     from generate_series(1, 140) n`,
    [workspace.id],
  )
  await webConsole.open(tab, `/console/${workspace.slug}/memories?user_id=ada`)
  const end = tab.getByText(/shown, nothing more$/)
  while (!(await end.isVisible())) await tab.locator('.list-end').scrollIntoViewIfNeeded()
  t.is(await end.textContent(), '140 shown, nothing more')
  await context.close()
})

test.serial('only selected rows that are listed are changed', async (t) => {
  const { context, tab, workspace, key } = await signedInCaller()
  const { slug: domain } = await webConsole.api.make.domain(workspace)
  for (const name of ['one', 'two', 'three']) await webConsole.api.make.link(workspace, { domain, key: `chosen-${name}` })
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.getByLabel(/Select .*chosen-one/).check()
  await tab.getByLabel(/Select .*chosen-two/).check()
  await tab.getByText('2 selected').waitFor()
  await tab.getByRole('searchbox').fill('chosen-two')
  await tab.getByText('1 selected').waitFor()
  await tab.getByRole('button', { name: 'Archive' }).click()
  await tab.getByText('1 link archived').waitFor()
  const { body } = await webConsole.api.call('GET /links', { key })
  t.deepEqual(body.map((link: { key: string }) => link.key).toSorted(), ['chosen-one', 'chosen-three'])
  await context.close()
})

test.serial('links that are refused a change are reported with the reason, beside those that are changed', async (t) => {
  const { context, tab, workspace, key } = await signedInCaller()
  const { slug: domain } = await webConsole.api.make.domain(workspace)
  await webConsole.api.make.link(workspace, { domain, key: 'usable' })
  await webConsole.api.make.link(workspace, { domain: 'deleted.example', key: 'unusable' })
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.getByLabel('Select all').check()
  await tab.getByRole('button', { name: 'Archive' }).click()
  await tab.getByText('1 link archived').waitFor()
  await tab.getByText(/^1 link not archived: .*deleted\.example/).waitFor()
  const { body } = await webConsole.api.call('GET /links?showArchived=true', { key })
  t.deepEqual(body.map((link: { key: string; archived: boolean }) => `${link.key} ${link.archived}`).toSorted(), [
    'unusable false',
    'usable true',
  ])
  await context.close()
})

test.serial('a link can be put into any of many folders, and gets any of many tags', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  const { make } = webConsole.api
  for (let index = 0; index < 60; index++) await make.folder(workspace, { name: `Folder ${index}`, accessLevel: 'write' })
  for (let index = 0; index < 110; index++) await make.tag(workspace, { name: `Tag ${index}` })
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.getByRole('button', { name: 'Create link' }).click()
  await tab.locator('summary', { hasText: 'Organise' }).click()
  const dialog = tab.getByRole('dialog')
  t.is(
    await dialog
      .getByLabel('Folder')
      .locator('option', { hasText: /^Folder/ })
      .count(),
    60,
  )
  t.is(await dialog.getByRole('group', { name: 'Tags' }).getByRole('checkbox').count(), 110)
  await context.close()
})

test.serial('commas in the query of a pasted destination are part of it', async (t) => {
  const { context, tab, workspace } = await signedInCaller()
  await webConsole.open(tab, `/console/${workspace.slug}/links/bulk`)
  const lines = ['https://acme.example/?ids=1,2 basket', 'https://maps.example/@48.1,11.5,15z', 'https://acme.example/c,third']
  await tab.getByLabel('Lines or CSV').fill(lines.join('\n'))
  await tab.getByText('3 rows').waitFor()
  const rows = await tab.getByLabel('First rows').locator('tbody tr').allInnerTexts()
  t.deepEqual(
    rows.map((row) =>
      row
        .split(/\t/)
        .slice(0, 2)
        .map((cell) => cell.trim()),
    ),
    [
      ['acme.example/?ids=1,2', 'basket'],
      ['maps.example/@48.1,11.5,15z', 'Random'],
      ['acme.example/c', 'third'],
    ],
  )
  await context.close()
})

test.serial('a tag replaces those of selected links after a confirmation', async (t) => {
  const { context, tab, workspace, key } = await signedInCaller()
  const { make, call } = webConsole.api
  const { slug: domain } = await make.domain(workspace)
  const [old, chosen] = [await make.tag(workspace, { name: 'Old' }), await make.tag(workspace, { name: 'Chosen' })]
  await call('POST /links', { key, body: { url: 'https://acme.example', domain, key: 'tagged', tagIds: [old.id] } })
  const tags = async () => (await call('GET /links', { key })).body[0].tags.map(({ name }: { name: string }) => name)
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.getByLabel('Select all').check()
  await tab.getByLabel('Replace tags').selectOption(chosen.id)
  await tab.getByRole('dialog').getByText('Their only tag will be "Chosen".').waitFor()
  t.deepEqual(await tags(), ['Old'])
  await tab.getByRole('dialog').getByRole('button', { name: 'Replace tags' }).click()
  await tab.getByText('1 link tagged').waitFor()
  t.deepEqual(await tags(), ['Chosen'])
  await context.close()
})
