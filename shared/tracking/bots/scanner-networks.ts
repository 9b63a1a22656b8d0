/**
 * Whether an address lies in a network of scanners. Asked for every visit, so plain numbers in order: Node's own list costs twenty times as
 * much.
 */
import { BlockList, isIPv6 } from 'node:net'
import { scannerNetworks } from './origins.js'

/** Codes of characters. */
const dot = 46
const zero = 48

const all = Object.values(scannerNetworks)
  .flat()
  .map((network) => {
    const [address = '', bits = ''] = network.split('/')
    return { address, bits: Number(bits) }
  })

const six = new BlockList()
for (const { address, bits } of all) if (isIPv6(address)) six.addSubnet(address, bits, 'ipv6')

/** IPv4 networks as their first and last address, one after the other; they do not overlap. */
const four = all
  .filter(({ address }) => !isIPv6(address))
  .map(({ address, bits }) => ({ first: ipv4Number(address), last: ipv4Number(address) + 2 ** (32 - bits) - 1 }))
  .sort((a, b) => a.first - b.first)

export function isInScannerNetwork(ip: string): boolean {
  if (ip.includes(':')) return isIPv6(ip) && six.check(ip, 'ipv6')
  const number = ipv4Number(ip)
  if (number < 0) return false
  let low = 0
  let high = four.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const { first, last } = four[middle] as (typeof four)[number]
    if (number < first) high = middle - 1
    else if (number > last) low = middle + 1
    else return true
  }
  return false
}

/** -1 for what is no address of four numbers. */
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
