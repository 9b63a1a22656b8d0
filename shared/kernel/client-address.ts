/**
 * IP address of the caller. Each trusted proxy appends the address it was called from, so with `hops` trusted proxies it is counted from
 * the end; entries before it were sent by the caller and are ignored.
 */
export function clientAddress(remote: string | undefined, forwardedFor: string | string[] | undefined, hops: number): string {
  const peer = normalizeIp(remote ?? '')
  if (hops === 0 || !forwardedFor) return peer
  const chain = String(forwardedFor).split(',')
  return normalizeIp(withoutPort((chain[Math.max(0, chain.length - hops)] ?? '').trim())) || peer
}

/**
 * Whether the request passed all trusted proxies. One that reached the service directly, or an inner proxy, has fewer entries than there
 * are proxies; its other headers may come from the caller.
 */
export const passedProxies = (forwardedFor: string | string[] | undefined, hops: number): boolean =>
  hops > 0 && forwardedFor !== undefined && String(forwardedFor).split(',').length >= hops

/** Some proxies append the port of the connection, as in `203.0.113.7:4711` or `[2001:db8::1]:4711`. */
function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, address.indexOf(']') < 0 ? undefined : address.indexOf(']'))
  const port = address.indexOf(':')
  return port >= 0 && port === address.lastIndexOf(':') ? address.slice(0, port) : address
}

/** Converts IPv4-mapped IPv6 addresses to IPv4. */
const normalizeIp = (address: string) => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address)
