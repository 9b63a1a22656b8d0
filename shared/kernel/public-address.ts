/** Which addresses belong to the public internet. Everything else is this machine, its network, or nobody's. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Addresses of metadata and platform services that lie in public ranges, seen from a machine of their cloud. */
const platformServices = new Set(['168.63.129.16'])

/** All unicast addresses of IPv6 that were ever handed out; what lies outside is local, reserved or a disguise of IPv4. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Addresses for examples (RFC 9637). */
const documentation = ipaddr.IPv6.parseCIDR('3fff::/20')
/** How a network without IPv4 reaches IPv4 (RFC 6052): what counts is the address inside. */
const translated = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** False for text that is no address. */
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
