/** The sender of a campaign: `news@acme.com` or `Acme <news@acme.com>`. Pure. */

export interface FromAddress {
  name: string | null
  address: string
  domain: string
}

const address = /^[^\s@<>"]+@([a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)$/i

/** The sender of a campaign for its emails; none if the campaign leaves from the address of the service. */
export function senderOf({ sender }: { sender?: string | null }): { from?: { name: string; address: string } } {
  const from = sender ? parseFromAddress(sender) : null
  return from ? { from: { name: from.name ?? '', address: from.address } } : {}
}

/** Null for a text that is none. */
export function parseFromAddress(text: string): FromAddress | null {
  const [, name, inBrackets] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const plain = (inBrackets ?? text).trim()
  const domain = address.exec(plain)?.[1]
  if (!domain || /[\r\n]/.test(text)) return null
  return { name: name?.trim().replaceAll('"', '') || null, address: plain, domain: domain.toLowerCase() }
}
