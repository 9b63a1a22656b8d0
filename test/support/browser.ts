/** A real browser, where the machine has one: every host name leads to this machine, and the browser does not say that it is driven. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { minutes } from '../../shared/kernel/time.js'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where it is, or undefined. `CHROMIUM` names another place. */
export const chromiumPath = process.env.CHROMIUM ?? places.find((path) => existsSync(path))

/** Its own half minute is short where four programs share a processor. */
const patience = minutes(2)

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath as string,
    timeout: patience,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * 127.0.0.1'],
  })

/** Somebody with a browser of their own. */
export async function somebody(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  })
  context.setDefaultTimeout(patience)
  return context
}
