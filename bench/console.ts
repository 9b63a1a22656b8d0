/**
 * The web console in Chromium, in a workspace with a million links: the time until the list of links can be used, and how smoothly a
 * hundred thousand rows scroll. `BENCH_LINKS` and `BENCH_ROWS` set the sizes.
 */
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { openSession } from '../shared/accounts/sessions/open-session.js'
import { entities } from '../shared/entities.js'
import { openDatabase } from '../shared/kernel/db/database.js'
import { chromiumPath, newVisitor, openBrowser } from '../test/support/browser.js'
import { median, openInstallation, report } from './support/installation.js'
import { fillLinks } from './support/many-links.js'

const links = Number(process.env.BENCH_LINKS ?? 1_000_000)
const rows = Number(process.env.BENCH_ROWS ?? 100_000)
const repetitions = 7
/** The API answers a limited number of pages a minute. */
const maxSeconds = 300
const tableRow = 'tbody tr input[type=checkbox]'

interface Scrolled {
  frames: number[]
  longTasks: number[]
  nodes: number
  heapMb: number
  rows: number
  error: string | null
  /** A browser without a screen sometimes stops to draw for ever, although its thread is free. */
  stopped: boolean
  seconds: number
}

/** Globals of the page. */
interface InPage {
  document: {
    querySelector(selector: string): { getAttribute(name: string): string | null; textContent: string | null } | null
    querySelectorAll(selector: string): { length: number }
    documentElement: { scrollHeight: number }
  }
  interactiveAt: number
  performance: { now(): number; memory: { usedJSHeapSize: number } }
  requestAnimationFrame(run: (time: number) => void): void
  scrollBy(left: number, top: number): void
  PerformanceObserver: new (run: (list: { getEntries(): { duration: number }[] }) => void) => {
    observe(options: object): void
    disconnect(): void
  }
}

if (chromiumPath) await run()
else console.log('console: no Chromium found (set CHROMIUM to its path)')

async function run(): Promise<void> {
  const installation = await openInstallation('postgres', { maintenance_work_mem: '512MB', fsync: 'off' })
  const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: 2 })
  pool.on('error', () => undefined) // the server stops before the pool closes
  const browser = await openBrowser()
  try {
    const { rows: found } = await pool.query<{ workspace: string; user: string; slug: string }>(
      `select m.workspace_id as workspace, m.user_id as "user", w.slug from members m join workspaces w on w.id = m.workspace_id limit 1`,
    )
    const { workspace = '', user = '', slug = '' } = found[0] ?? {}
    await fillLinks(pool, workspace, user, links)
    await installation.start('dist/api/main.js', 'any')
    const base = installation.env.BASE_URL ?? ''
    const secret = await newSession(installation.databaseUrl, user)
    const open = async () => openTab(browser, base, secret)
    await measureStart(open, `${base}/console/${slug}/links`)
    await measureScrolling(await open(), `${base}/console/${slug}/links`)
  } finally {
    await browser.close()
    await pool.end()
    await installation.close()
  }
}

async function newSession(url: string, userId: string): Promise<string> {
  const database = await openDatabase({ url, entities })
  const scope = { em: database.orm.em.fork(), now: () => new Date(), address: '127.0.0.1', userAgent: 'bench' }
  const { secret } = await openSession(scope, userId)
  await database.close()
  return secret
}

/** A browser context without cache. */
async function openTab(browser: Browser, url: string, secret: string): Promise<Page> {
  const context = await newVisitor(browser, { viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'svc_session', value: secret, url }])
  await context.addInitScript((selector) => {
    const page = globalThis as unknown as InPage
    const check = () => {
      const isShown = page.document.querySelector(selector) && page.document.querySelector('[data-shortcut=search]')
      // The frame after the next: the rows are painted and the thread is free.
      if (isShown) page.requestAnimationFrame(() => page.requestAnimationFrame(() => (page.interactiveAt = page.performance.now())))
      else page.requestAnimationFrame(check)
    }
    check()
  }, tableRow)
  return context.newPage()
}

async function measureStart(open: () => Promise<Page>, url: string): Promise<void> {
  const times: number[] = []
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const tab = await open()
    await tab.goto(url)
    await tab.waitForFunction(() => (globalThis as unknown as InPage).interactiveAt > 0)
    times.push(await tab.evaluate(() => (globalThis as unknown as InPage).interactiveAt))
    await tab.getByLabel('Search links').fill('page-4711')
    await tab.context().close()
  }
  const [first = Number.NaN] = times
  report(`links interactive without cache, first visit, ms`, first.toFixed(0), '1000', first / 1000, '< 1000')
  report(`links interactive without cache, median of ${repetitions}, ms`, median(times).toFixed(0), '1000', median(times) / 1000, '< 1000')
}

async function measureScrolling(tab: Page, url: string): Promise<void> {
  await tab.goto(url)
  await tab.locator(tableRow).first().waitFor()
  const [frames, longTasks]: [number[], number[]] = [[], []]
  let [maxNodes, seconds] = [0, 0]
  let last: Scrolled
  do {
    last = await tab.evaluate(scroll, rows)
    frames.push(...last.frames)
    longTasks.push(...last.longTasks)
    maxNodes = Math.max(maxNodes, last.nodes)
    seconds += last.seconds
    const state = last.stopped ? 'the browser draws no more frames' : (last.error ?? 'no error')
    console.log(`  ${seconds.toFixed(0)} s: ${last.rows} rows, ${last.heapMb.toFixed(0)} MB of heap, ${state}`)
  } while (seconds < maxSeconds && last.rows < rows && !last.error && !last.stopped)
  const sorted = frames.toSorted((a, b) => a - b)
  const at = (fraction: number) => sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN
  report('scrolling, rows', String(last.rows), String(rows), last.rows / rows, '')
  report('scrolling, rows a second', (last.rows / seconds).toFixed(0), '', Number.NaN, '')
  report('scrolling, 99th percentile of frames, ms', at(0.99).toFixed(0), '50', at(0.99) / 50, '< 50')
  report('scrolling, longest frame, ms', at(1).toFixed(0), '', Number.NaN, '')
  report('scrolling, tasks over 50 ms, longest ms', `${longTasks.length}, ${Math.max(0, ...longTasks)}`, '', Number.NaN, '')
  report('scrolling, most DOM nodes', String(maxNodes), '10000', maxNodes / 10_000, '< 10000')
  await tab.context().close()
}

/** Runs in the page: scrolls a part of the window every frame for ten seconds, or until the list has this many rows or shows an error. */
async function scroll(count: number): Promise<Scrolled> {
  const page = globalThis as unknown as InPage
  const longTasks: number[] = []
  const observer = new page.PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const frame = () =>
    new Promise<number>((resolve) => {
      page.requestAnimationFrame(resolve)
      setTimeout(() => resolve(Number.NaN), 5000)
    })
  const rowsNow = () => Number(page.document.querySelector('table')?.getAttribute('aria-rowcount') ?? 0)
  const errorNow = () => page.document.querySelector('[role=alert]')?.textContent ?? null
  const frames: number[] = []
  const started = page.performance.now()
  let before = await frame()
  while (rowsNow() < count && before - started < 10_000 && errorNow() === null) {
    page.scrollBy(0, 600)
    const now = await frame()
    if (!Number.isNaN(now)) frames.push(now - before)
    before = now
  }
  observer.disconnect()
  return {
    frames,
    longTasks,
    nodes: page.document.querySelectorAll('*').length,
    heapMb: page.performance.memory.usedJSHeapSize / 1_048_576,
    rows: rowsNow(),
    error: errorNow(),
    stopped: Number.isNaN(before),
    seconds: (page.performance.now() - started) / 1000,
  }
}
