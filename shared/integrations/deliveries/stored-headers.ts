import type { Headers } from '../signatures/signature-readers.js'

/** Credentials, signatures, and headers with personal or routing data. */
const excluded = /authorization|cookie|secret|token|signature|hmac|api-?key|forwarded|^via$|^cf-|real-ip|client-ip/

/** The request headers stored with a delivery. */
export function storedHeaders(headers: Headers): Record<string, string> {
  const stored = Object.entries(headers).filter(([name, value]) => value !== undefined && !excluded.test(name))
  return Object.fromEntries(stored.map(([name, value]) => [name, String(value).replaceAll('\0', '').slice(0, 1000)]))
}
