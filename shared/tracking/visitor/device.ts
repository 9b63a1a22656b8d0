/** What a user agent says of its device. */
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

// Parsing runs a few hundred regular expressions; the same thousand agents make up nearly all traffic.
const known = new LRUCache<string, Device>({ max: 5000 })
const longest = 1024

/** A computer says nothing of its kind, so what names no device is a desktop; whatever else is absent is `Unknown`. */
export function deviceOf(userAgent: string): Device {
  const agent = userAgent.slice(0, longest)
  let device = known.get(agent)
  if (!device) known.set(agent, (device = parse(agent)))
  return device
}

function parse(agent: string): Device {
  const { device, browser, engine, os, cpu } = new UAParser(agent).getResult()
  return {
    device: capitalised(device.type ?? 'desktop'),
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

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
