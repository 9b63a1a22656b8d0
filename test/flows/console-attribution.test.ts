/** The pages about links, analytics and customers of the web console in a real browser. Skipped without a browser. */
import { readFile } from 'node:fs/promises'
import { assertWellShown, browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { runQueuedJobs } from '../support/jobs.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

test.serial('many links are created from pasted lines; the progress survives a reload, and refused rows are saved as a file', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace)
  const tag = (await api.call('POST /tags', { key, body: { name: 'Spring' } })).body
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/links/bulk`)
  const lines = Array.from({ length: 120 }, (_, index) => `https://acme.example/${index} bulk-${index}`)
  await tab.getByLabel('Lines or CSV').fill([...lines, 'https://acme.example/refused not%allowed'].join('\n'))
  await tab.getByLabel('Domain').selectOption(domain)
  await tab.getByLabel('Spring').check()
  await tab.getByRole('button', { name: 'Create 121 links' }).click()
  await tab.getByText('Waiting').waitFor()
  await tab.reload()
  await tab.getByText('Waiting').waitFor()
  await runQueuedJobs(api.resources)
  await tab.getByText('Completed').waitFor()
  await assertWellShown(t, tab, 'links/bulk')
  t.regex((await tab.locator('.facts').textContent()) ?? '', /Done120Refused1Total121/)
  t.regex((await tab.getByLabel('Refused rows').textContent()) ?? '', /121https:\/\/acme\.example\/refused not%allowedkey may contain/)
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download refused rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  t.regex(text, /^url,key,domain,tagIds,error\r\nhttps:\/\/acme\.example\/refused,not%allowed,/)
  const { body: links } = await api.call(`GET /links?tagIds=${tag.id}&pageSize=100`, { key })
  t.is(links.length, 100)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a CSV file names the fields of links in its first line', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace)
  const { context, tab } = await webConsole.signedIn(user, { width: 360, dark: true })
  await webConsole.open(tab, `/console/${workspace.slug}/links/bulk`)
  const csv = `Destination URL;Short key;Tags;title;colour\nhttps://acme.example/a;one;"Paid,Spring";"A ""quoted"" title";red\n`
  await tab.locator('input[type=file]').setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await tab.getByText('1 row below the heading. Not used: colour').waitFor()
  await assertWellShown(t, tab, 'links/bulk')
  await tab.getByLabel('Domain').selectOption(domain)
  await api.call('POST /tags', { key, body: { name: 'Paid' } })
  await api.call('POST /tags', { key, body: { name: 'Spring' } })
  await tab.getByRole('button', { name: 'Create 1 link' }).click()
  await tab.getByText('Waiting').waitFor()
  await runQueuedJobs(api.resources)
  await tab.getByText('Completed').waitFor()
  const { body: link } = await api.call(`GET /links/info?domain=${domain}&key=one`, { key })
  t.like(link, { url: 'https://acme.example/a', title: 'A "quoted" title' })
  t.deepEqual(link.tags.map(({ name }: { name: string }) => name).sort(), ['Paid', 'Spring'])
  await context.close()
})
