/** Parses user agents. */
import { LRUCache } from 'lru-cache'
import { UAParser } from 'ua-parser-js'

export interface Device {
  device: string
  device_vendor: string
  device_model: string
  browser: string
  browser_version: string
  engine: string
  engine_version: string
  os: string
  os_version: string
  cpu_architecture: string
}

// Parsing runs a few hundred regular expressions, and a few thousand agents make up almost all traffic.
const parsedAgents = new LRUCache<string, Device>({ max: 5000 })
const maxAgentLength = 1024

/** Agents that name no device type are desktops; other missing properties are `Unknown`. */
export function deviceOf(userAgent: string): Device {
  // Not cached, because a part of a text keeps all of it in memory.
  if (userAgent.length > maxAgentLength) return parse(userAgent.slice(0, maxAgentLength))
  let device = parsedAgents.get(userAgent)
  if (!device) parsedAgents.set(userAgent, (device = parse(userAgent)))
  return device
}

function parse(agent: string): Device {
  const { device, browser, engine, os, cpu } = new UAParser(agent).getResult()
  return {
    device: capitalize(device.type ?? 'desktop'),
    device_vendor: device.vendor ?? 'Unknown',
    device_model: device.model ?? 'Unknown',
    browser: browser.name ?? 'Unknown',
    browser_version: browser.version ?? 'Unknown',
    engine: engine.name ?? 'Unknown',
    engine_version: engine.version ?? 'Unknown',
    os: os.name ?? 'Unknown',
    os_version: os.version ?? 'Unknown',
    cpu_architecture: cpu.architecture ?? 'Unknown',
  }
}

const capitalize = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
