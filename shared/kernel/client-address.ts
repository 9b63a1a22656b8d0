/**
 * IP address of the caller. Each trusted proxy appends the address it was called from, so with `hops` trusted proxies it is counted from
 * the end; entries before it were sent by the caller and are ignored. The connection is asked only if it decides.
 */
export function clientAddress(connection: Connection, forwardedFor: string | string[] | undefined, hops: number): string {
  const forwarded = hops === 0 || !forwardedFor ? '' : normalizeIp(withoutPort(entryFromEnd(String(forwardedFor), hops).trim()))
  return forwarded || normalizeIp(connection.remoteAddress ?? '')
}

type Connection = { remoteAddress?: string | undefined }

/** The first entry if there are fewer. */
function entryFromEnd(list: string, position: number): string {
  if (position === 1) return list.slice(list.lastIndexOf(',') + 1) // no array for the usual single proxy: called for every visit
  const entries = list.split(',')
  return entries[Math.max(0, entries.length - position)] ?? ''
}

/**
 * Whether the request passed all trusted proxies. One that reached the service directly, or an inner proxy, has fewer entries than there
 * are proxies; its other headers may come from the caller.
 */
export const passedProxies = (forwardedFor: string | string[] | undefined, hops: number): boolean =>
  hops > 0 && forwardedFor !== undefined && (hops === 1 || String(forwardedFor).split(',').length >= hops)

/** Some proxies append the port of the connection, as in `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.indexOf(']') < 0 ? undefined : address.indexOf(']'))
  const port = address.indexOf(':')
  return port >= 0 && port === address.lastIndexOf(':') ? address.slice(0, port) : address
}

/** Converts IPv4-mapped IPv6 addresses to IPv4. */
const normalizeIp = (address: string) => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address)
