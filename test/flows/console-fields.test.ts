/** Fields of the web console whose values need more than the browser checks, in a real browser. Skipped without a browser. */
import type { Page } from 'playwright-core'
import { hashPassword } from '../../shared/accounts/passwords/password-hash.js'
import { storePassword } from '../../shared/accounts/passwords/password.queries.js'
import { browserTest as test, type TestConsole, testConsole, toast } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { holdRequests } from '../support/hold-requests.js'
import { dialogOf, openInConsole, openInProgram, type Seed } from '../support/open-in-console.js'

let webConsole: TestConsole
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  full = await fullProgram(webConsole.api)
})
test.after.always(() => webConsole?.close())

const inConsole = (page: string, seed?: Seed) => openInConsole(webConsole, page, seed)
const inProgram = (page: string) => openInProgram(webConsole, full, page)
const isFocused = (field: ReturnType<Page['locator']>) => field.evaluate((element) => element.matches(':focus'))

test.serial('a partner that was typed but not chosen is no value', async (t) => {
  const { context, tab } = await inProgram('messages')
  await tab.getByRole('button', { name: 'New message' }).click()
  const partner = tab.getByRole('combobox', { name: 'Partner' })
  await partner.fill('Nobody')
  const write = dialogOf(tab).getByRole('button', { name: 'Write', exact: true })
  await write.click()
  t.true(await partner.evaluate((input) => input.matches(':invalid:focus')))
  t.false(tab.url().includes('partnerId'))
  await partner.fill('Grace')
  await tab.getByRole('option', { name: /^Grace/ }).click()
  await write.click()
  await tab.waitForURL(({ searchParams }) => searchParams.get('partnerId') === full.other.id)
  await context.close()
})

test.serial('a user with a password confirms another email address by it', async (t) => {
  const { context, tab } = await inConsole('settings', async ({ user }) =>
    storePassword(webConsole.api.resources.database.orm.em.fork(), user.id, await hashPassword('correct horse'), new Date()),
  )
  const account = tab.getByRole('form', { name: 'Your account' })
  const password = account.getByLabel('Current password')
  await account.getByLabel('Email').fill('fresh@acme.example')
  await password.fill('wrong')
  await account.getByRole('button', { name: 'Save' }).click()
  await account.getByRole('alert').getByText('Current password is not correct.').waitFor()
  t.true(await isFocused(password))
  await password.fill('correct horse')
  await account.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  await account.getByLabel('Email').fill('')
  await account.getByRole('button', { name: 'Save' }).click()
  t.true(await account.getByLabel('Email').evaluate((input) => input.matches(':invalid:focus')))
  await context.close()
})

test.serial('an error of a destination by country moves the focus there', async (t) => {
  const { context, tab } = await inConsole('links')
  await tab.keyboard.press('c')
  const dialog = dialogOf(tab)
  await dialog.getByLabel('Destination', { exact: true }).fill('https://acme.example')
  const targets = dialog.locator('summary', { hasText: 'Targets' })
  await targets.click()
  const countries = dialog.getByRole('group', { name: 'By country' })
  const add = async (number: number, country: string) => {
    await countries.getByRole('button', { name: 'Add' }).click()
    await countries.getByLabel(`Country ${number}`).fill(country)
    await countries.getByLabel(`Destination ${number}`).fill(`https://acme.example/${number}`)
  }
  await add(1, 'Germany')
  await targets.click()
  const submit = dialog.getByRole('button', { name: 'Create link' })
  await submit.click()
  await dialog.getByRole('alert').getByText('By country: "Germany https://acme.example/1" is not two letters and an address.').waitFor()
  t.true(await isFocused(countries.getByLabel('Country 1')))
  await countries.getByLabel('Country 1').fill('DE')
  await add(2, 'de')
  await submit.click()
  await dialog.getByRole('alert').getByText('By country: DE has more than one address.').waitFor()
  t.true(await isFocused(countries.getByLabel('Country 1')))
  await context.close()
})

test.serial('a link whose A/B test has fractions of percent can be changed', async (t) => {
  const testVariants = [
    { url: 'https://acme.example/a', percentage: 12.5 },
    { url: 'https://acme.example/b', percentage: 87.5 },
  ]
  const { context, tab, key } = await inConsole('links', ({ key }, domain) =>
    webConsole.api.call('POST /links', {
      key,
      body: { domain, key: 'fractions', url: 'https://acme.example/', trackConversion: true, testVariants },
    }),
  )
  await tab.getByRole('button', { name: /Actions of .*fractions/ }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  await dialogOf(tab).getByText('Preview', { exact: true }).last().click()
  await dialogOf(tab).getByLabel('Title').fill('Spring')
  await dialogOf(tab).getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Link saved')
  const [link] = (await webConsole.api.call('GET /links', { key })).body
  t.like(link, { title: 'Spring', testVariants })
  await context.close()
})

const failing = async (tab: Page, path: string) => {
  await tab.route(path, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal_server_error', message: 'It failed.' } } }),
  )
  return () => tab.unroute(path)
}

test.serial('choices of a form that cannot be loaded are reported, and can be tried again', async (t) => {
  const links = await inConsole('tags')
  const unblock = await failing(links.tab, '**/api/domains?*')
  await links.tab.goto(`${webConsole.api.url}${links.path.replace(/tags$/, 'links')}`)
  await links.tab.getByRole('alert').getByText('It failed.').waitFor()
  await unblock()
  await links.tab.getByRole('button', { name: 'Try again' }).click()
  await links.tab.getByRole('alert').waitFor({ state: 'detached' })
  await links.tab.getByRole('button', { name: 'Create link' }).click()
  await dialogOf(links.tab).waitFor()
  await links.context.close()
  const { context, tab } = await inProgram('tags')
  const succeed = await failing(tab, '**/api/groups?*')
  await tab.goto(`${webConsole.api.url}/console/${full.workspace.slug}/partners`)
  await tab.getByRole('alert').getByText('It failed.').waitFor()
  await succeed()
  await tab.getByRole('button', { name: 'Try again' }).click()
  await tab.getByRole('alert').waitFor({ state: 'detached' })
  await tab.getByRole('button', { name: 'Add partner' }).click()
  await dialogOf(tab).waitFor()
  t.pass()
  await context.close()
})

test.serial('an action of a row waits for the choices of its form', async (t) => {
  const { context, tab, problems } = await inProgram('tags')
  const requests = await holdRequests(tab, 'GET', /\/groups$/)
  await tab.goto(`${webConsole.api.url}/console/${full.workspace.slug}/partners`)
  await tab.getByRole('button', { name: 'Actions of Grace' }).click()
  await tab.getByRole('menuitem', { name: 'Move to a group' }).click()
  requests.release()
  await dialogOf(tab).getByLabel('Group').waitFor()
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('the address of a job that is not kept any more leads back to the form', async (t) => {
  const { context, tab } = await inConsole('links/bulk?job=job_unknown')
  await tab.getByRole('alert').waitFor()
  await tab.getByRole('button', { name: 'Create more' }).click()
  await tab.getByLabel('Lines or CSV').waitFor()
  t.false(tab.url().includes('job='))
  await context.close()
})

test.serial('Enter in the name of a template keeps the template, and does not send the link', async (t) => {
  const { context, tab, key } = await inConsole('links')
  await tab.keyboard.press('c')
  const dialog = dialogOf(tab)
  await dialog.getByLabel('Destination', { exact: true }).fill('https://acme.example')
  await dialog.locator('summary', { hasText: 'UTM parameters' }).click()
  await dialog.getByLabel('utm_source').fill('newsletter')
  await dialog.getByLabel('Name of a new template').fill('Newsletter')
  await tab.keyboard.press('Enter')
  await toast(tab, 'Template created')
  t.true(await dialog.isVisible())
  t.deepEqual((await webConsole.api.call('GET /links', { key })).body, [])
  t.like((await webConsole.api.call('GET /utm', { key })).body[0], { name: 'Newsletter', utm_source: 'newsletter' })
  await context.close()
})

test.serial('the link of a bare domain needs no destination, and a link keeps a key', async (t) => {
  const { context, tab, key } = await inConsole('links', ({ key }, domain) =>
    webConsole.api.call('POST /links', { key, body: { domain, key: '_root', url: '' } }),
  )
  await tab.getByRole('button', { name: /^Actions of/ }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = dialogOf(tab)
  await dialog.getByText('Preview', { exact: true }).last().click()
  await dialog.getByLabel('Title').fill('Home')
  const stored = await dialog.getByLabel('Key', { exact: true }).inputValue()
  await dialog.getByLabel('Key', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  t.true(await dialog.getByLabel('Key', { exact: true }).evaluate((input) => input.matches(':invalid:focus')))
  await dialog.getByLabel('Key', { exact: true }).fill(stored)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Link saved')
  t.like((await webConsole.api.call('GET /links', { key })).body[0], { url: '', title: 'Home' })
  await context.close()
})

test.serial('the emptied description of an app is cleared', async (t) => {
  const { context, tab, key } = await inConsole('oauth-apps', ({ key }) =>
    webConsole.api.call('POST /oauth/apps', {
      key,
      body: {
        name: 'Shop',
        slug: `shop-${Date.now()}`,
        developer: 'Acme',
        website: 'https://acme.example',
        redirectUris: ['https://acme.example/callback'],
        description: 'Old',
      },
    }),
  )
  await tab.getByRole('button', { name: 'Actions of Shop' }).click()
  await tab.getByRole('menuitem', { name: 'Edit' }).click()
  await dialogOf(tab).getByLabel('Description').fill('')
  await dialogOf(tab).getByRole('button', { name: 'Save' }).click()
  await toast(tab, 'Saved')
  t.is((await webConsole.api.call('GET /oauth/apps', { key })).body[0].description, null)
  await context.close()
})
