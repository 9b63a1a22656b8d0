/** Keeps what processes remember of links and domains from outliving a change. */
import type { ShortLivedStore } from '../kernel/store/store.js'

/** Carries JSON arrays of `[domain, lookupKey]`: links that changed, came or went. `[domain]` is the domain itself. */
export const linksChangedChannel = 'links.changed'

export type Place = readonly [domain: string, lookupKey?: string]

// The store's messages are limited to 4,000 bytes; a key and a domain may take several hundred.
const messageBytes = 3500

/**
 * From this call on this process, and milliseconds later every other, answers nothing that it had asked of these places before. What just
 * came counts too: its absence may be remembered.
 */
export async function forgetPlaces(store: Pick<ShortLivedStore, 'publish'>, places: readonly Place[]): Promise<void> {
  await Promise.all(messages(places).map((message) => store.publish(linksChangedChannel, message)))
}

function messages(places: readonly Place[]): string[] {
  const texts: string[] = []
  let parts: string[] = []
  let size = 0
  for (const place of places) {
    const part = JSON.stringify(place)
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
