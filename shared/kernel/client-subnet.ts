import ipaddr from 'ipaddr.js'

/** The unit by which clients are rate limited: the IPv4 address, or the /64 network of an IPv6 address, which one subscriber has. */
export function clientSubnet(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString()
}
