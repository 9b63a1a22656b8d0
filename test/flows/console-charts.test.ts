/** The axis of charts in a real browser, which is drawn and not in the document. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { waitUntil } from '../support/wait-until.js'

let webConsole: TestConsole
test.before(async () => {
  webConsole = await testConsole()
})
test.after.always(() => webConsole?.close())

/** Globals of the page. */
interface InPage {
  drawn: string[]
  CanvasRenderingContext2D: { prototype: { fillText: (text: string, ...rest: number[]) => void } }
}

/** Runs in the page: notes the texts that are drawn. */
function noteTexts(): void {
  const page = globalThis as unknown as InPage
  page.drawn = []
  const { prototype } = page.CanvasRenderingContext2D
  const draw = prototype.fillText
  prototype.fillText = function (text, ...rest) {
    page.drawn.push(text)
    draw.call(this, text, ...rest)
  }
}

test.serial('the axis of sales shows the currency, not cents', async (t) => {
  const { make } = webConsole.api
  const { user, workspace } = await make.caller({ plan: 'enterprise' })
  const link = await make.link(workspace)
  await make.sale(link, await make.customer(workspace), { amount: 5000 })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await context.addInitScript(noteTexts)
  await webConsole.open(tab, `/console/${workspace.slug}/analytics?event=sales`)
  t.is(await tab.locator('[data-measure=sales]').evaluate(({ firstChild }) => firstChild?.textContent), '$50.00')
  const drawn = () => tab.evaluate(() => (globalThis as unknown as InPage).drawn)
  await waitUntil(async () => (await drawn()).includes('50'))
  t.false((await drawn()).includes('5,000'))
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('the axis of sales reaches below zero when refunds exceed the sales', async (t) => {
  const { make } = webConsole.api
  const { user, workspace } = await make.caller({ plan: 'enterprise' })
  await make.sale(await make.link(workspace), await make.customer(workspace), { amount: -5000 })
  const { context, tab, problems } = await webConsole.signedIn(user)
  await context.addInitScript(noteTexts)
  await webConsole.open(tab, `/console/${workspace.slug}/analytics?event=sales`)
  t.is(await tab.locator('[data-measure=sales]').evaluate(({ firstChild }) => firstChild?.textContent), '-$50.00')
  const drawn = () => tab.evaluate(() => (globalThis as unknown as InPage).drawn)
  await waitUntil(async () => (await drawn()).some((text) => /^[-\u2212]\d+$/.test(text)))
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('a bar whose value begins with a minus is filtered by, and can be excluded', async (t) => {
  const { make } = webConsole.api
  const { user, workspace } = await make.caller({ plan: 'enterprise' })
  const link = await make.link(workspace)
  for (const utm_source of ['-spring', '-spring', 'summer']) await make.click(link, { utm_source })
  const { context, tab } = await webConsole.signedIn(user)
  await webConsole.open(tab, `/console/${workspace.slug}/analytics`)
  const clicks = (count: number) => tab.locator('[data-measure=clicks]', { hasText: new RegExp(`^${count}$`) }).waitFor()
  await clicks(3)
  await tab.getByRole('region', { name: 'UTM parameters' }).getByRole('button', { name: '-spring' }).click()
  await clicks(2)
  t.is(await tab.locator('.chip strong').textContent(), '-spring')
  await tab.getByRole('button', { name: 'is', exact: true }).click()
  await clicks(1)
  await context.close()
})

test.serial('a period is shown without a comparison if the plan does not include the period before', async (t) => {
  const { make } = webConsole.api
  const { user, workspace } = await make.caller({ plan: 'free', conversionEnabled: false })
  await make.click(await make.link(workspace))
  const { context, tab } = await webConsole.signedIn(user)
  for (const page of ['', '/analytics']) {
    await webConsole.open(tab, `/console/${workspace.slug}${page}`)
    await tab.locator('[data-measure=clicks]', { hasText: /^1$/ }).waitFor()
  }
  t.is(await tab.getByRole('region', { name: 'Totals' }).getByText('from').count(), 0)
  await context.close()
})

test.serial('excluded requests are filtered by the partner and the group of their links', async (t) => {
  const { make } = webConsole.api
  const { user, workspace } = await make.caller({ plan: 'enterprise' })
  const { context, tab } = await webConsole.signedIn(user)
  const requested: string[] = []
  tab.on('request', (request) => requested.push(request.url()))
  await webConsole.open(tab, `/console/${workspace.slug}/analytics?partnerId=pn_1&groupId=grp_1`)
  const query = new URL(requested.find((url) => url.includes('/analytics/excluded')) ?? '').searchParams
  t.deepEqual([query.get('partnerId'), query.get('groupId')], ['pn_1', 'grp_1'])
  await context.close()
})
