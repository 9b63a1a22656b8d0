/** The pages about links, analytics and customers of the web console in a real browser. Skipped without a browser. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import {
  assertWellShown,
  attack,
  browserTest as test,
  type TestConsole,
  testConsole,
  toast,
  type Visit,
  writeScreenshot,
} from '../support/console.js'
import { clickRow, storeClicks } from '../support/events.js'
import { runQueuedJobs } from '../support/jobs.js'
import { waitUntil } from '../support/wait-until.js'

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

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** A workspace with two links that were followed in two countries, lately and in the span before. */
async function workspaceWithClicks() {
  const { make } = webConsole.api
  const caller = await make.caller({ plan: 'enterprise' })
  const link = await make.link(caller.workspace, { url: 'https://acme.example/landing' })
  const other = await make.link(caller.workspace, { url: 'https://acme.example/other' })
  const visits = [
    [link, 1, 'DE'],
    [link, 1, 'DE'],
    [link, 3, 'FR'],
    [other, 2, 'FR'],
    [other, 40, 'DE'],
  ] as const
  for (const [to, days, country] of visits) await make.click(to, { timestamp: daysAgo(days), country, referer: attack })
  return { ...caller, link, other }
}

/** What the bars of a card are labelled with, and their amounts. */
const barsOf = async (tab: Page, title: string) => {
  const bars = await tab.getByRole('region', { name: title, exact: true }).locator('.bars li').all()
  return Promise.all(
    bars.map(async (bar) => [await bar.locator('.bar-label').textContent(), await bar.locator('.bar-amount').textContent()]),
  )
}

test.serial('every total and bar of analytics equals the answer of the API; a bar filters, and a day is zoomed into', async (t) => {
  const { api } = webConsole
  const { user, workspace, key, link } = await workspaceWithClicks()
  const { context, tab, problems } = await webConsole.signedIn(user, { timezone: 'Asia/Tokyo' })
  await webConsole.open(tab, `/console/${workspace.slug}/analytics`)
  const ask = async (query: string) => (await api.call(`GET /analytics?timezone=Asia/Tokyo&${query}`, { key })).body
  const total = tab.locator('[data-measure=clicks]')
  const last30 = await ask('interval=30d&event=composite&compare=previous')
  t.is(last30.clicks, 4)
  t.is(await total.textContent(), String(last30.clicks))
  t.regex((await tab.locator('.total').first().textContent()) ?? '', new RegExp(`\\+300 % from ${last30.previous.clicks}$`))
  const countries = await ask('interval=30d&groupBy=countries')
  t.deepEqual(
    (await barsOf(tab, 'Places')).map(([, amount]) => amount),
    countries.map(({ clicks }: { clicks: number }) => String(clicks)),
  )
  const links = await ask('interval=30d&groupBy=top_links')
  t.deepEqual(
    await barsOf(tab, 'Links'),
    links.map(({ shortLink, clicks }: { shortLink: string; clicks: number }, index: number) => [
      `${shortLink.replace('https://', '')} → acme.example/${index === 0 ? 'landing' : 'other'}`,
      String(clicks),
    ]),
  )
  await assertWellShown(t, tab, 'analytics')

  await tab.getByRole('region', { name: 'Links', exact: true }).locator('.bars button').first().click()
  await tab.getByText('→ acme.example/landing').first().waitFor()
  t.is(new URL(tab.url()).searchParams.get('linkId'), link.id)
  await tab.getByRole('region', { name: 'Places', exact: true }).getByRole('button', { name: 'Germany' }).click()
  await tab.getByRole('button', { name: 'is', exact: true }).last().click()
  await tab.getByRole('button', { name: 'is not' }).waitFor()
  const excluded = await ask(`interval=30d&linkId=${link.id}&country=-DE&event=composite`)
  await tab.locator('[data-measure=clicks]', { hasText: new RegExp(`^${excluded.clicks}$`) }).waitFor()
  t.is(excluded.clicks, 1)

  // The right end of the chart is today; Back undoes the zoom.
  await tab.locator('.u-over').hover()
  const box = await tab.locator('.u-over').boundingBox()
  await tab.locator('.u-over').click({ position: { x: Number(box?.width) - 2, y: 40 } })
  await tab.getByLabel('First day').waitFor()
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
  t.is(await tab.getByLabel('First day').inputValue(), today)
  await tab.locator('h1').click()
  await tab.keyboard.press('ArrowLeft')
  await waitUntil(async () => (await tab.getByLabel('First day').inputValue()) < today)
  await tab.goBack()
  await tab.getByLabel('First day').waitFor({ state: 'detached' })
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a view is saved by name and opened again, and the customer page tells the journey from click to sale', async (t) => {
  const { api } = webConsole
  const { user, workspace, key, link } = await workspaceWithClicks()
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/analytics?interval=7d&country=FR`)
  await tab.getByRole('button', { name: 'Views' }).click()
  await tab.getByRole('menuitem', { name: 'Save this view' }).click()
  await tab.getByLabel('Name').fill('France')
  await tab.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(tab, 'View saved')
  // Earlier versions kept views in the browser.
  await tab.evaluate(`localStorage.setItem('console views ${workspace.id} analytics', '[{"name":"Japan","query":"country=JP"}]')`)
  await webConsole.open(tab, `/console/${workspace.slug}/analytics`)
  await tab.getByRole('button', { name: 'Views' }).click()
  await tab.getByRole('menuitem', { name: 'France' }).click()
  await tab.waitForURL(/interval=7d&country=FR/)
  const views = (await api.call('GET /saved-views', { key })).body
  t.deepEqual(
    views.map(({ page, name, query }: Record<string, string>) => [page, name, query]),
    [
      ['analytics', 'France', 'interval=7d&country=FR'],
      ['analytics', 'Japan', 'country=JP'],
    ],
  )
  t.is(await tab.evaluate('localStorage.length'), 0)

  const click = await api.make.click(link, { timestamp: daysAgo(0), referer: 'news.example' })
  const sale = {
    customerExternalId: 'cus_1',
    customerName: attack,
    amount: 4950,
    currency: 'usd',
    invoiceId: 'inv_1',
    eventName: 'Purchase',
  }
  await api.call('POST /track/lead', {
    key,
    body: { clickId: click.id, eventName: 'Sign up', customerExternalId: 'cus_1', customerName: attack },
  })
  await api.call('POST /track/sale', { key, body: sale })
  await webConsole.open(tab, `/console/${workspace.slug}/customers`)
  await tab.locator('tbody a').first().click()
  await tab.locator('.journey li').nth(2).waitFor()
  await assertWellShown(t, tab, 'customers')
  const journey = (await tab.locator('.journey').textContent()) ?? ''
  for (const part of [/Sale\$49\.50, Purchase/, /LeadSign up/, /Click.* from news\.example/]) t.regex(journey, part)
  const { body: customers } = await api.call('GET /customers?includeExpandedFields=true', { key })
  t.is(await tab.locator('.facts dd').first().textContent(), `$${(customers[0].saleAmount / 100).toFixed(2)}`)
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('more than a hundred links are archived by a job, whose progress survives a reload', async (t) => {
  const { api } = webConsole
  const { user, workspace, key } = await api.make.caller()
  const { slug: domain } = await api.make.domain(workspace)
  for (const count of [100, 30])
    await api.call('POST /links/bulk', {
      key,
      body: Array.from({ length: count }, (_, index) => ({ domain, key: `${count}-${index}`, url: 'https://acme.example/' })),
    })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/links`)
  await tab.locator('.list-end').scrollIntoViewIfNeeded()
  await tab.getByText('130 shown, nothing more').waitFor()
  await tab.getByLabel('Select all').check()
  await tab.getByRole('button', { name: 'Archive' }).click()
  await tab.waitForURL(/job=job_/)
  await tab.reload()
  await tab.getByRole('region', { name: 'Progress' }).waitFor()
  await runQueuedJobs(api.resources)
  await tab.getByRole('region', { name: 'Progress' }).getByText('Completed').waitFor()
  await tab.getByText('No links yet').waitFor()
  await tab.getByRole('button', { name: 'Close' }).click()
  await tab.getByRole('region', { name: 'Progress' }).waitFor({ state: 'detached' })
  t.is((await api.call('GET /links/count', { key })).body, 0)

  // A few links are changed at once, which can be undone.
  await webConsole.open(tab, `/console/${workspace.slug}/links?search=30-1&showArchived=true`)
  const first = await tab.locator('tbody tr').count()
  await tab.getByLabel('Select all').check()
  await tab.getByRole('button', { name: 'Archive' }).click()
  await tab.getByRole('button', { name: 'Undo' }).click()
  await toast(tab, 'restored')
  t.is((await api.call('GET /links/count', { key })).body, first)
  t.deepEqual(problems, [])
  await context.close()
})

/** The workspace of the pictures in the documentation: six links of a shop, followed in the last two months. */
async function sampleShop() {
  const { api } = webConsole
  const caller = await api.make.caller({ plan: 'enterprise', name: 'Tea shop' })
  const { workspace, key } = caller
  const domain = await api.make.domain(workspace, { slug: 'tea.example', primary: true })
  for (const [name, color] of [
    ['Newsletter', 'blue'],
    ['Spring', 'green'],
    ['Paid', 'yellow'],
  ])
    await api.call('POST /tags', { key, body: { name, color } })
  const pages = ['green-tea', 'spring-sale', 'gift-boxes', 'tea-pots', 'subscription', 'oolong']
  const body = pages.map((page, index) => ({
    domain: domain.slug,
    key: page,
    url: `https://shop.example/${page}?utm_source=${index % 2 ? 'newsletter' : 'social'}&utm_campaign=spring`,
    trackConversion: true,
    tagNames: index % 2 ? ['Newsletter', 'Spring'] : ['Paid'],
  }))
  const { body: links } = await api.call('POST /links/bulk', { key, body })
  const countries = ['DE', 'DE', 'FR', 'US', 'US', 'JP', 'GB']
  const referers = ['news.example', '(direct)', 'social.example', '(direct)', 'search.example']
  const clicks = Array.from({ length: 60 }, (_, day) =>
    Array.from({ length: 8 + ((60 - day) % 7) + Math.floor((60 - day) / 6) }, (_, index) => {
      const link = links[(day * 3 + index * index) % links.length]
      return clickRow({
        timestamp: new Date(Date.now() - day * 86_400_000 - index * 60_000),
        workspace_id: workspace.id,
        link_id: link.id,
        domain: link.domain,
        key: link.key,
        url: link.url,
        country: countries[(day + index) % countries.length],
        referer: referers[(day * 2 + index) % referers.length],
        device: index % 3 ? 'Mobile' : 'Desktop',
      })
    }),
  ).flat()
  const { pool } = api.resources.database
  await storeClicks(pool, clicks)
  // Stored clicks do not change the counters of links.
  for (const { id } of links)
    await pool.query('update links set clicks = $2 where id = $1', [id, clicks.filter(({ link_id }) => link_id === id).length])
  const customers = clicks
    .filter((_, index) => index % 12 === 0)
    .map(({ id }, index) => ({ clickId: id, customerExternalId: `customer-${index}` }))
  await Promise.all(
    customers.map((customer, index) =>
      api.call('POST /track/lead', { key, body: { ...customer, eventName: 'Sign up', customerName: `Customer ${index + 1}` } }),
    ),
  )
  await Promise.all(
    customers.flatMap(({ customerExternalId }, index) => {
      const body = { customerExternalId, amount: 1900 + index * 150, invoiceId: `in-${index}`, currency: 'usd' }
      return index % 2 === 0 ? [api.call('POST /track/sale', { key, body })] : []
    }),
  )
  return { ...caller, links }
}

/** Bytes of scripts and styles that the browser received. */
function countAssets({ tab }: Visit): () => number {
  let total = 0
  tab.on('response', (response) => {
    if (response.url().includes('/assets/')) total += Number(response.headers()['content-length'] ?? 0)
  })
  return () => total
}

test.serial('the first page takes less than 150 kB, and the pages of a shop are shown as the documentation does', async (t) => {
  const { user, workspace, links } = await sampleShop()
  const visit = await webConsole.signedIn(user)
  const { context, tab, problems } = visit
  const received = countAssets(visit)
  const home = `/console/${workspace.slug}`
  await webConsole.open(tab, home)
  await tab.locator('.u-over').waitFor()
  t.true(received() > 20_000 && received() < 150_000, `${received()} bytes`)
  await writeScreenshot(tab, 'console-home')
  for (const [path, name] of [
    ['links', 'console-links'],
    ['analytics', 'console-analytics'],
    [`analytics?linkId=${links[0].id}`, 'console-link'],
  ] as const) {
    await webConsole.open(tab, `${home}/${path}`)
    await assertWellShown(t, tab, path)
    await writeScreenshot(tab, name)
  }
  t.deepEqual(problems, [])
  await context.close()
})
