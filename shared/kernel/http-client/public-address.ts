/** Decides which addresses belong to the public internet. All others are local, private, reserved or unassigned. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Cloud metadata and platform services with addresses in public ranges. */
const platformServices = new Set(['168.63.129.16'])

/** The global unicast range of IPv6. Everything outside it is local, reserved or an embedding of IPv4. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Documentation range (RFC 9637). */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')
/** NAT64 range (RFC 6052): the embedded IPv4 address decides. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** Whether `text` is a public IP address. False for text that is not an address. */
export function isPublicAddress(text: string): boolean {
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  return address instanceof ipaddr.IPv6 ? isPublicV6(address) : isPublicV4(address)
}

const isPublicV4 = (address: ipaddr.IPv4) => address.range() === 'unicast' && !platformServices.has(address.toString())

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())
  if (address.match(translated)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(globalUnicast) && !address.match(documentation)
}
