/** Days and periods of the web console for viewers in other time zones, in a real browser. Skipped without a browser. */
import { browserTest as test, type TestConsole, testConsole } from '../support/console.js'
import { type FullProgram, fullProgram } from '../support/full-program.js'
import { openInProgram } from '../support/open-in-console.js'

let webConsole: TestConsole
let full: FullProgram
test.before(async () => {
  webConsole = await testConsole()
  full = await fullProgram(webConsole.api)
})
test.after.always(() => webConsole?.close())

const inNewYork = (page: string) => openInProgram(webConsole, full, page, { timezone: 'America/New_York' })

test.serial('the sentence of a reward names the day of its condition in every time zone', async (t) => {
  const { context, tab } = await inNewYork('rewards/new')
  await tab.getByRole('button', { name: 'Add a conditional amount' }).click()
  await tab.getByLabel('What is compared').selectOption('customer.signupDate')
  await tab.getByLabel('Value').fill('2026-01-01')
  t.regex((await tab.locator('.sentences').textContent()) ?? '', /Jan 1, 2026/)
  await context.close()
})

test.serial('the days of earnings are those of the chosen time zone, and their hours are told apart', async (t) => {
  const timezone = 'Asia/Tokyo'
  const { context, tab } = await inNewYork(`program?interval=7d&timezone=${encodeURIComponent(timezone)}`)
  const shownTimes = () => tab.getByRole('table', { name: 'Earnings over time' }).locator('th time').allTextContents()
  const parts: { start: string }[] = await full.call(`GET /commissions/analytics?groupBy=timeseries&interval=7d&timezone=${timezone}`)
  const dayOf = ({ start }: { start: string }) => new Date(start).toLocaleDateString('en-US', { timeZone: timezone, dateStyle: 'medium' })
  t.deepEqual(await shownTimes(), parts.map(dayOf))
  await tab.getByLabel('Period', { exact: true }).selectOption('24h')
  await tab.waitForURL(/interval=24h/)
  await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await tab.getByRole('table', { name: 'Earnings over time' }).locator('th time', { hasText: /:00/ }).first().waitFor()
  const hours = await shownTimes()
  t.is(new Set(hours).size, hours.length)
  await context.close()
})

test.serial('an address with a period that was cut off shows the usual period', async (t) => {
  const { context, tab, problems } = await inNewYork('analytics?start=2026-1&end=2020-01-31')
  t.is(await tab.getByLabel('Period', { exact: true }).inputValue(), '30d')
  t.deepEqual(problems, [])
  await context.close()
})

test.serial('the first digits of a day that is typed do not change the other day', async (t) => {
  const { context, tab } = await inNewYork('analytics?start=2026-11-10&end=2026-11-29')
  await tab.getByLabel('Last day').focus()
  await tab.keyboard.type('11152026', { delay: 50 })
  await tab.keyboard.press('Enter')
  await tab.waitForURL(({ searchParams }) => searchParams.get('end') === '2026-11-15')
  t.is(new URL(tab.url()).searchParams.get('start'), '2026-11-10')
  await tab.getByLabel('First day').fill('2026-11-12')
  await tab.waitForURL(({ searchParams }) => searchParams.get('start') === '2026-11-12')
  await context.close()
})

test.serial('a time zone is kept under each of its names', async (t) => {
  for (const name of ['Asia/Kolkata', 'Asia/Calcutta']) {
    const { context, tab } = await inNewYork(`analytics?timezone=${name}`)
    t.is(await tab.getByLabel('Time zone').inputValue(), name)
    await context.close()
  }
})
