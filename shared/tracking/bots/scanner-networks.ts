/**
 * Matches IP addresses against scanner networks. Called for every visit, so IPv4 uses a binary search over numbers: Node's BlockList takes
 * twenty times as long.
 */
import { BlockList, isIPv6 } from 'node:net'
import { scannerNetworks } from './origins.js'

/** Character codes. */
const dot = 46
const zero = 48

const networks = Object.values(scannerNetworks)
  .flat()
  .map((network) => {
    const [address = '', bits = ''] = network.split('/')
    return { address, bits: Number(bits) }
  })

const ipv6Networks = new BlockList()
for (const { address, bits } of networks) if (isIPv6(address)) ipv6Networks.addSubnet(address, bits, 'ipv6')

const ipv4Networks = networks
  .filter(({ address }) => !isIPv6(address))
  .map(({ address, bits }) => ({ first: ipv4Number(address), last: ipv4Number(address) + 2 ** (32 - bits) - 1 }))
  .sort((a, b) => a.first - b.first)
/** First and last address of each IPv4 network, sorted; they do not overlap. */
const [firsts, lasts] = [Uint32Array.from(ipv4Networks, ({ first }) => first), Uint32Array.from(ipv4Networks, ({ last }) => last)]

export function isInScannerNetwork(ip: string): boolean {
  if (ip.includes(':')) return isIPv6(ip) && ipv6Networks.check(ip, 'ipv6')
  const number = ipv4Number(ip)
  if (number < 0) return false
  let low = 0
  let high = firsts.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (number < Number(firsts[middle])) high = middle - 1
    else if (number > Number(lasts[middle])) low = middle + 1
    else return true
  }
  return false
}

/** Returns -1 for text that is not an IPv4 address. */
function ipv4Number(text: string): number {
  let number = 0
  let part = -1
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === dot) {
      if (part < 0 || ++dots > 3) return -1
      number = number * 256 + part
      part = -1
      continue
    }
    const digit = code - zero
    if (digit < 0 || digit > 9) return -1
    part = (part < 0 ? 0 : part * 10) + digit
    if (part > 255) return -1
  }
  return dots === 3 && part >= 0 ? number * 256 + part : -1
}
