/** Runs in pages: reads the options from the script element. */
import type { Element, Options, Page } from './browser.js'

export function readJson<Value>(text: string | null, fallback: Value): Value {
  try {
    return (text && (JSON.parse(text) as Value)) || fallback
  } catch {
    return fallback
  }
}

export function readOptions(script: (Element & { src: string }) | null, idNames: string[]): Options {
  const get = (name: string) => (script ? script.getAttribute(`data-${name}`) : null)
  const domains = readJson<Options['domains']>(get('domains'), {})
  const short = get('short-domain')
  if (!domains.refer && short) domains.refer = short
  const params = readJson<string[]>(get('query-params'), [])
  const param = get('query-param')
  return {
    apiHost: (get('api-host') || (script && script.src ? new URL(script.src).origin : '')).replace(/\/+$/, ''),
    publishableKey: get('publishable-key'),
    domains,
    firstClick: get('attribution-model') === 'first-click',
    cookie: readJson(get('cookie-options'), {}),
    keyParams: (param ? [param] : []).concat(params, ['via']),
    idNames,
    needsConsent: get('consent') === 'required',
  }
}

export function findScript(page: Page): (Element & { src: string }) | null {
  return page.document.currentScript || page.document.querySelector('script[src*="/script/analytics"],script[data-api-host]')
}
