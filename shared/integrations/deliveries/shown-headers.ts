import type { Headers } from '../signatures/readings.js'

/** What proves something, or names a person or a way, is of no use to whoever looks at a delivery later. */
const hidden = /authorization|cookie|secret|token|signature|hmac|api-?key|forwarded|^via$|^cf-|real-ip|client-ip/

/** The headers that are kept with a delivery. */
export function shownHeaders(headers: Headers): Record<string, string> {
  const shown = Object.entries(headers).filter(([name, value]) => value !== undefined && !hidden.test(name))
  return Object.fromEntries(shown.map(([name, value]) => [name, String(value).replaceAll('\0', '').slice(0, 1000)]))
}
