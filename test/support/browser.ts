/** A real browser, if the machine has one. It resolves every host name to this machine, and does not announce that it is automated. */
import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { minutes } from '../../shared/kernel/time.js'

/** The first one lacks the user interface, and takes a third less CPU time. */
const paths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of the browser, or undefined. The environment variable `CHROMIUM` overrides it; empty, it hides the browser. */
export const chromiumPath = process.env.CHROMIUM ?? paths.find((path) => existsSync(path))
if (chromiumPath && !existsSync(chromiumPath)) throw new Error(`CHROMIUM names ${chromiumPath}, which does not exist.`)

/** The default of half a minute is too short if four programs share a CPU. */
const timeout = minutes(2)

export async function openBrowser(): Promise<Browser> {
  // Takes half a second to load, which files without a browser need not.
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: chromiumPath as string,
    timeout,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * 127.0.0.1'],
  })
}

/** A new browser context: a visitor with separate cookies. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    ...options,
  })
  context.setDefaultTimeout(timeout)
  return context
}
