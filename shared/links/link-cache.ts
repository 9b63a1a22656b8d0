/** Keeps what processes remember of links from outliving a change. */
import type { ShortLivedStore } from '../kernel/store/store.js'

/** Carries JSON arrays of `[domain, lookupKey]`: links that changed, came or went. */
export const linksChangedChannel = 'links.changed'

// The store's messages are limited to 4,000 bytes; a key and a domain may take several hundred.
const messageBytes = 3500

/**
 * From this call on this process, and milliseconds later every other, answers nothing that it had asked of these links before. A link that just
 * came counts too: its absence may be remembered.
 */
export async function forgetLinks(store: Pick<ShortLivedStore, 'publish'>, links: readonly (readonly [domain: string, lookupKey: string])[]): Promise<void> {
  await Promise.all(messages(links).map((message) => store.publish(linksChangedChannel, message)))
}

function messages(links: readonly (readonly [string, string])[]): string[] {
  const texts: string[] = []
  let parts: string[] = []
  let size = 0
  for (const link of links) {
    const part = JSON.stringify(link)
    if (size + Buffer.byteLength(part) > messageBytes && parts.length > 0) {
      texts.push(`[${parts.join()}]`)
      parts = []
      size = 0
    }
    parts.push(part)
    size += Buffer.byteLength(part) + 1
  }
  if (parts.length > 0) texts.push(`[${parts.join()}]`)
  return texts
}
