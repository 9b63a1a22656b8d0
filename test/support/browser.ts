/** A real browser, where the machine has one: every host name leads to this machine, and the browser does not say that it is driven. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Where it is, or undefined. `CHROMIUM` names another place. */
export const chromiumPath = process.env.CHROMIUM ?? places.find((path) => existsSync(path))

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath as string, args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * 127.0.0.1'] })

/** Somebody with a browser of their own. */
export const somebody = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36' })
