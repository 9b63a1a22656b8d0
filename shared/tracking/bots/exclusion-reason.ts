/** Decides whether a request for a short link is a click. The first rule that matches names the reason. */
import { isbot } from 'isbot'
import { type Cached, ClockCache } from '../../kernel/clock-cache.js'
import type { ExclusionReason } from '../click-batch.js'
import { agentFragments } from './agents.js'
import { scannerAddresses, scannerReferers } from './origins.js'
import { isInScannerNetwork } from './scanner-networks.js'

export interface VisitRequest {
  method: string
  /** The query has a parameter named `bot`, for testing. */
  hasBotQuery: boolean
  /** A query parameter or header requests not to track. */
  isNoTrack: boolean
  userAgent: string
  referer: string
  ip: string
  /** The IP address comes from a trusted proxy's header. */
  isForwarded: boolean
}

export function exclusionReason(request: VisitRequest): ExclusionReason | null {
  if (request.method === 'HEAD') return 'head'
  if (request.isNoTrack) return 'no-track'
  if (request.hasBotQuery) return 'bot-query'
  if (isBotUserAgent(request.userAgent)) return 'user-agent'
  if (request.referer !== '' && isScannerReferer(request.referer)) return 'referer'
  return isScannerAddress(request) ? 'address' : null
}

/**
 * Whether the request comes from a program, which gets the link's custom preview. People may ask not to be tracked, so that is no sign of a
 * program.
 */
export const isBot = (reason: ExclusionReason | null) => reason !== null && reason !== 'no-track' && reason !== 'head'

interface Agent extends Cached {
  isBot: boolean
}

// A few thousand agents make up almost all traffic.
const knownAgents = new ClockCache<Agent>(10_000)
const fragments = Object.values(agentFragments)
  .flat()
  .map((one) => one.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
const botAgents = new RegExp(fragments.join('|'), 'i')
// An in-app browser of phones contains the first fragment, and a phone maker has the second in its name: people use them.
const inAppBrowsers = /Google\/google|CUBOT/g
const maxAgentLength = 1024

export function isBotUserAgent(userAgent: string): boolean {
  if (userAgent === '') return true
  // Not cached, because a part of a text keeps all of it in memory.
  if (userAgent.length > maxAgentLength) return detectBot(userAgent.slice(0, maxAgentLength))
  let agent = knownAgents.get(userAgent)
  if (agent === undefined) knownAgents.set(userAgent, (agent = { isBot: detectBot(userAgent), isUsed: false }))
  return agent.isBot
}

function detectBot(agent: string): boolean {
  const stripped = agent.replace(inAppBrowsers, '')
  return botAgents.test(stripped) || (stripped === agent && isbot(agent))
}

function isScannerReferer(referer: string): boolean {
  const host = /^[a-z]+:\/\/([^/:?#]+)/i.exec(referer)?.[1]?.toLowerCase() ?? ''
  return scannerReferers.some((one) => host === one || host.endsWith(`.${one}`))
}

// Without a proxy, loopback is a developer's own browser, whose clicks should be visible.
function isScannerAddress({ ip, isForwarded }: VisitRequest): boolean {
  return (isForwarded && scannerAddresses.includes(ip)) || isInScannerNetwork(ip)
}
