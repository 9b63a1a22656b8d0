/** The list and the editor of links in the web console, in a real browser. Skipped without a browser. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { openInConsole } from '../support/open-in-console.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

const url = 'https://acme.example/'
const openLink = () =>
  openInConsole(webConsole, 'links', ({ key }, domain) => webConsole.api.call('POST /links', { key, body: { domain, key: 'edited', url } }))

async function openEditor(tab: Page) {
  await tab.getByRole('button', { name: /Actions of .*edited/ }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  return tab.getByRole('dialog')
}

async function save(tab: Page) {
  await tab.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await tab.getByRole('dialog').waitFor({ state: 'detached' })
}

test.serial('the export of the list has its links, whenever they were created', async (t) => {
  const { context, tab, key } = await openLink()
  const [{ id }] = (await webConsole.api.call('GET /links', { key })).body
  await webConsole.api.resources.database.pool.query(`update links set created_at = now() - interval '100 days' where id = $1`, [id])
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Export' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  t.regex(file, /\/edited,/)
  await context.close()
})

test.serial('fields that another tab changed meanwhile keep their values', async (t) => {
  const { context, tab, key } = await openLink()
  const editor = await openEditor(tab)
  await editor.getByText('Preview', { exact: true }).last().click()
  await editor.getByLabel('Title').fill('Spring')
  const [{ id }] = (await webConsole.api.call('GET /links', { key })).body
  await webConsole.api.call(`PATCH /links/${id}`, { key, body: { url: 'https://other.example/', comments: 'Moved' } })
  await save(tab)
  const { body } = await webConsole.api.call(`GET /links/${id}`, { key })
  t.like(body, { title: 'Spring', url: 'https://other.example/', comments: 'Moved' })
  await context.close()
})

test.serial('UTM parameters are those of the destination that was entered, and those of their fields that it lacks', async (t) => {
  const { context, tab, key } = await openLink()
  const [{ id }] = (await webConsole.api.call('GET /links', { key })).body
  const change = async (destination: string) => {
    await webConsole.open(tab, new URL(tab.url()).pathname)
    const editor = await openEditor(tab)
    await editor.getByLabel('Destination', { exact: true }).fill(destination)
    await save(tab)
    return (await webConsole.api.call(`GET /links/${id}`, { key })).body
  }
  t.like(await change(`${url}?utm_source=spring`), { url: `${url}?utm_source=spring`, utm_source: 'spring' })
  t.like(await change(`${url}?utm_source=summer`), { url: `${url}?utm_source=summer`, utm_source: 'summer' })
  t.like(await change(`${url}page`), { url: `${url}page?utm_source=summer`, utm_source: 'summer' })
  await context.close()
})
