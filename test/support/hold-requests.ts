import type { Page } from 'playwright-core'
import { waitUntil } from './wait-until.js'

/** Keeps requests of the page to a path of the API until `release` is called. */
export async function holdRequests(tab: Page, method: string, path: RegExp) {
  let held = 0
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  await tab.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      held++
      await released
      await route.fallback()
    },
  )
  return { release, isHolding: () => waitUntil(() => held > 0) }
}
