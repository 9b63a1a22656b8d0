/** The web console in a real browser, against the API with its own database. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type ApiTraffic, watchApi } from './api-traffic.js'
import { type TestApi, testApi } from './api.js'
import { chromiumPath, newVisitor, openBrowser } from './browser.js'
import { waitUntil } from './wait-until.js'

/** Tests that are skipped without a browser. */
export const browserTest = (chromiumPath ? anyTest : { ...anyTest, serial: anyTest.serial.skip, before: anyTest.before.skip }) as TestFn & {
  serial: typeof anyTest.serial
}
if (!chromiumPath) anyTest('skipped: no Chromium found (set CHROMIUM to its path)', (t) => t.pass())

/** Runs when a text of a user is taken for markup. */
export const attack = `<img src=x onerror="document.title='attacked'"><script>document.title='attacked'</script>`

/** Globals of the page, as the functions that run there see them. */
interface InPage {
  axe: { run(options: { resultTypes: string[] }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
  document: {
    documentElement: { scrollWidth: number }
    querySelectorAll(selector: string): Iterable<{ outerHTML: string; getBoundingClientRect(): { right: number } }>
  }
  innerWidth: number
  scrollTo(left: number, top: number): void
  history: { pushState(state: unknown, unused: string, url: string): void }
  dispatchEvent(event: unknown): void
  PopStateEvent: new (type: string) => unknown
  requestAnimationFrame(run: () => void): void
  /** The sum of the layout shifts of the page since it was opened. */
  layoutShift: number
  PerformanceObserver: new (run: (list: { getEntries(): { value: number; hadRecentInput: boolean }[] }) => void) => {
    observe(options: object): void
  }
}

export interface Visit {
  context: BrowserContext
  tab: Page
  /** Errors of scripts and of the content security policy, and requests to other origins. */
  problems: string[]
  /** What the API answered since the last page was opened. */
  traffic: ApiTraffic
}

export interface Screen {
  width?: number
  dark?: boolean
}

export interface VisitOptions extends Screen {
  timezone?: string
}

export interface TestConsole {
  api: TestApi
  browser: Browser
  /** A browser of the user, or of a visitor without a session. */
  signedIn(user: { id: string } | null, options?: VisitOptions): Promise<Visit>
  /** Opens a page and waits until nothing is loading any more. */
  open(tab: Page, path: string): Promise<void>
  /** Opens another page of the client as its links do, without loading the client again. */
  follow(tab: Page, path: string): Promise<void>
  /** The addresses in the navigation of a page, which derives from the table of pages. */
  pagesOf(tab: Page, path: string): Promise<string[]>
  close(): Promise<void>
}

export async function testConsole(env: Record<string, string> = {}): Promise<TestConsole> {
  // First, because an API that nothing closes would keep a test file running whose browser does not start.
  const browser = await openBrowser()
  const api = await testApi(env)
  const settle = (tab: Page, path: string) =>
    settled(tab).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`, { cause: error })
    })
  const open = async (tab: Page, path: string) => {
    trafficOf(tab).clear()
    await tab.goto(api.url + path)
    await settle(tab, path)
  }
  return {
    api,
    browser,
    open,
    async follow(tab, path) {
      // Another part of the same page would keep what the page has loaded.
      if (new URL(tab.url()).pathname === new URL(api.url + path).pathname) return open(tab, path)
      trafficOf(tab).clear()
      await tab.evaluate(followInClient, path)
      await settle(tab, path)
    },
    signedIn: async (user, options = {}) => {
      const context = await newVisitor(browser, options.timezone ? { timezoneId: options.timezone } : {})
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      if (user) await context.addCookies([{ name: 'svc_session', value: (await api.make.session(user)).secret, url: api.url }])
      await context.addInitScript(watchLayout)
      return openTab(context, api.url, options)
    },
    async pagesOf(tab, path) {
      await open(tab, path)
      const links = await tab.locator('nav a').all()
      return Promise.all(links.map(async (link) => String(await link.getAttribute('href'))))
    },
    async close() {
      await browser.close()
      await api.close()
    },
  }
}

/** Runs in the page. */
function watchLayout(): void {
  const page = globalThis as unknown as InPage
  page.layoutShift = 0
  const observer = new page.PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) page.layoutShift += value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page: what its router does for a link, and two frames in which it shows the next page. */
function followInClient(path: string): Promise<void> {
  const page = globalThis as unknown as InPage
  page.layoutShift = 0
  page.history.pushState(null, '', path)
  page.dispatchEvent(new page.PopStateEvent('popstate'))
  return new Promise((resolve) => page.requestAnimationFrame(() => page.requestAnimationFrame(() => resolve())))
}

/** The console waits and repeats a request that was one too many. Emails are shown without scripts, also without those of the tests. */
const isExpected = (message: string) => message.includes('429') || /^Blocked script execution in .*sandboxed/.test(message)

async function openTab(context: BrowserContext, url: string, screen: Screen): Promise<Visit> {
  const tab = await context.newPage()
  await setScreen(tab, screen)
  const problems: string[] = []
  tab.on('pageerror', (error) => problems.push(String(error)))
  tab.on('console', (message) => message.type() === 'error' && !isExpected(message.text()) && problems.push(message.text()))
  tab.on('request', (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(url) && problems.push(request.url()))
  const traffic = watchApi(tab, url)
  traffics.set(tab, traffic)
  return { context, tab, problems, traffic }
}

const traffics = new WeakMap<Page, ApiTraffic>()
function trafficOf(tab: Page): ApiTraffic {
  const traffic = traffics.get(tab)
  if (!traffic) throw new Error('The tab was not opened by signedIn().')
  return traffic
}

async function setScreen(tab: Page, { width = 1280, dark = false }: Screen): Promise<void> {
  await tab.setViewportSize({ width, height: 800 })
  await tab.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
}

export const twoFrames = (tab: Page) =>
  tab.evaluate(() => {
    const page = globalThis as unknown as InPage
    return new Promise<void>((resolve) => page.requestAnimationFrame(() => page.requestAnimationFrame(() => resolve())))
  })

/** Until nothing is loading any more. A part that was just shown says so before it sends its request. */
export async function settled(tab: Page): Promise<void> {
  await tab.locator('h1').first().waitFor()
  const loading = tab.locator('[role=status][aria-label=Loading], [aria-busy=true]')
  const traffic = traffics.get(tab)
  const isIdle = async () => !traffic?.isBusy() && (await loading.count()) === 0 && !traffic?.isBusy()
  await waitUntil(async () => {
    const sent = traffic?.count()
    // An answer may make the page send another request, once it is shown.
    if (!(await isIdle())) return false
    await twoFrames(tab)
    return (await isIdle()) && traffic?.count() === sent
  })
}

/** Waits for a message of the console and dismisses it, also behind a dialog, so that the next message with this text is another one. */
export async function toast(tab: Page, text: string | RegExp): Promise<void> {
  const message = await tab.locator('.toast', { hasText: text }).first().elementHandle()
  const dismiss = await message?.$('button[aria-label="Dismiss"]')
  await dismiss?.dispatchEvent('click')
  await message?.waitForElementState('hidden')
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export async function assertAccessible(t: ExecutionContext, tab: Page, path: string): Promise<void> {
  if (await tab.evaluate(() => !('axe' in globalThis))) await tab.evaluate(await readFile(axePath, 'utf8'))
  t.deepEqual(await tab.evaluate(violations), [], path)
}

/** Runs in the page. Everything that is right would be a hundred times as much to send. */
async function violations(): Promise<string[]> {
  const { violations } = await (globalThis as unknown as InPage).axe.run({ resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 300))
}

/** Nothing is wider than the window. */
export async function assertFits(t: ExecutionContext, tab: Page, path: string): Promise<void> {
  const wide = await tab.evaluate(() => {
    const { document, innerWidth } = globalThis as unknown as InPage
    if (document.documentElement.scrollWidth <= innerWidth) return []
    const elements = [...document.querySelectorAll('body, body *')].filter((one) => one.getBoundingClientRect().right > innerWidth)
    return elements.map(({ outerHTML }) => outerHTML.slice(0, 300))
  })
  t.deepEqual(wide, [], `${path} is wider than the window`)
}

/** Shown without an error, not wider than the window, accessible, and no text of a user was executed. */
export async function assertWellShown(t: ExecutionContext, tab: Page, path: string): Promise<void> {
  t.false((await tab.title()).includes('attacked'), path)
  t.is(await tab.locator('[role=alert]').count(), 0, path)
  await assertFits(t, tab, path)
  await assertAccessible(t, tab, path)
}

/** A sum of layout shifts that visitors do not notice, by the definition of the Web Vitals. */
const maxLayoutShift = 0.1

/**
 * Well shown on a computer, where nothing moved while it was loading, on a screen of 4K, and then on a telephone in the dark, without
 * loading the page again.
 */
export async function assertWellShownEverywhere(t: ExecutionContext, tab: Page, path: string): Promise<void> {
  const layoutShift = await tab.evaluate(() => (globalThis as unknown as InPage).layoutShift)
  t.true(layoutShift <= maxLayoutShift, `${path} moved while it was loading: ${layoutShift}`)
  await assertWellShown(t, tab, path)
  await setScreen(tab, { width: 3840 })
  await assertFits(t, tab, `${path} at 3840 pixels`)
  await setScreen(tab, { width: 360, dark: true })
  await assertWellShown(t, tab, `${path} on a telephone in the dark`)
  await setScreen(tab, {})
}

const images = new URL('../../../docs/images/', import.meta.url)

/** Writes the picture of a page for the documentation if `CONSOLE_SCREENSHOTS` is set. */
export async function writeScreenshot(tab: Page, name: string): Promise<void> {
  if (!process.env.CONSOLE_SCREENSHOTS) return
  await tab.evaluate(() => (globalThis as unknown as InPage).scrollTo(0, 0))
  await tab.screenshot({ path: fileURLToPath(new URL(`${name}.png`, images)) })
}
