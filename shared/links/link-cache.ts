/** Invalidates cached links and domains in all processes. */
import type { ShortLivedStore } from '../kernel/store/short-lived-store.js'

/** Messages are JSON arrays of `[domain, lookupKey]` for created, changed and deleted links, and of `[domain]` for domains. */
export const linksChangedChannel = 'links.changed'

export type InvalidatedAddress = readonly [domain: string, lookupKey?: string]

// Messages of the store are limited to 4,000 bytes; one address can take several hundred.
const maxMessageBytes = 3500

/**
 * Removes the addresses from the caches: in this process before the promise resolves, in other processes within milliseconds. Includes the
 * addresses of new links, whose absence may be cached.
 */
export async function publishInvalidation(
  store: Pick<ShortLivedStore, 'publish'>,
  addresses: readonly InvalidatedAddress[],
): Promise<void> {
  await Promise.all(splitIntoMessages(addresses).map((message) => store.publish(linksChangedChannel, message)))
}

function splitIntoMessages(addresses: readonly InvalidatedAddress[]): string[] {
  const result: string[] = []
  let parts: string[] = []
  let size = 0
  for (const address of addresses) {
    const part = JSON.stringify(address)
    if (size + Buffer.byteLength(part) > maxMessageBytes && parts.length > 0) {
      result.push(`[${parts.join()}]`)
      parts = []
      size = 0
    }
    parts.push(part)
    size += Buffer.byteLength(part) + 1
  }
  if (parts.length > 0) result.push(`[${parts.join()}]`)
  return result
}
