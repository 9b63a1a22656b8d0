/** Why a request for a short link is no click. Every rule is applied; the first that holds names the reason. */
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { ExclusionReason } from '../click-batch.js'
import { agentFragments } from './agents.js'
import { scannerAddresses, scannerReferers } from './origins.js'
import { isInScannerNetwork } from './scanner-networks.js'

export interface FollowRequest {
  method: string
  /** A query named `bot` with any value: for people who test. */
  saysBot: boolean
  /** A query or header that asks not to be tracked. */
  saysNoTrack: boolean
  userAgent: string
  referer: string
  ip: string
  /** Whether the address comes from a trusted proxy's header. */
  isForwarded: boolean
}

export function exclusionReason(request: FollowRequest): ExclusionReason | null {
  if (request.method === 'HEAD') return 'head'
  if (request.saysNoTrack) return 'no-track'
  if (request.saysBot) return 'bot-query'
  if (isProgram(request.userAgent)) return 'user-agent'
  if (request.referer !== '' && isScannerReferer(request.referer)) return 'referer'
  return isScannerAddress(request) ? 'address' : null
}

/** Whether this looks like a program: it gets a link's custom preview. Not to be tracked is a person's wish. */
export const isBot = (reason: ExclusionReason | null) => reason !== null && reason !== 'no-track' && reason !== 'head'

// The same thousand agents make up nearly all traffic.
const known = new LRUCache<string, boolean>({ max: 10_000 })
const fragments = Object.values(agentFragments)
  .flat()
  .map((one) => one.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
const programs = new RegExp(fragments.join('|'), 'i')
// A phone's own in-app browser names its maker's app this way, and a maker of phones has the fragment in its name: a person holds them.
const peopleToo = /Google\/google|CUBOT/g
const longest = 1024

export function isProgram(userAgent: string): boolean {
  if (userAgent === '') return true
  const agent = userAgent.slice(0, longest)
  let answer = known.get(agent)
  if (answer === undefined) known.set(agent, (answer = ask(agent)))
  return answer
}

function ask(agent: string): boolean {
  const stripped = agent.replace(peopleToo, '')
  return programs.test(stripped) || (stripped === agent && isbot(agent))
}

function isScannerReferer(referer: string): boolean {
  const host = /^[a-z]+:\/\/([^/:?#]+)/i.exec(referer)?.[1]?.toLowerCase() ?? ''
  return scannerReferers.some((one) => host === one || host.endsWith(`.${one}`))
}

// Without a proxy, loopback is the developer's own browser on this machine, who wants to see the click.
function isScannerAddress({ ip, isForwarded }: FollowRequest): boolean {
  return (isForwarded && scannerAddresses.includes(ip)) || isInScannerNetwork(ip)
}
