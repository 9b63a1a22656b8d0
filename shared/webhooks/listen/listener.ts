/** A receiver to develop against: prints what arrives, and says whether it is to be believed. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { faultOf } from '../delivery/signature.js'

export interface ListenerOptions {
  /** Without one nothing is verified. */
  secret: string | null
  /** What is answered to deliveries that are to be believed. */
  status: number
  print(line: string): void
}

/** Bodies are far smaller; nobody fills the memory of whoever tries something out. */
const largestBody = 5_000_000

export function listener({ secret, status, print }: ListenerOptions): Server {
  const seen = new Set<string>()
  const take = async (request: IncomingMessage): Promise<number> => {
    const body = await receive(request)
    const fault = secret === null ? null : faultOf({ headers: request.headers, body }, secret, new Date())
    const id = String(request.headers['webhook-id'] ?? 'without id')
    print(`${new Date().toISOString()}  ${eventOf(body)}  ${id}  ${verdict(secret, fault)}${seen.has(id) ? '  (seen before)' : ''}`)
    print(readable(body))
    if (fault === null) seen.add(id)
    return fault === null ? status : 401
  }
  return createServer(async (request, response) => {
    const answer = await take(request).catch((error: unknown) => {
      print(`a request could not be read: ${String(error)}`)
      return 400
    })
    response.writeHead(answer).end()
  })
}

async function receive(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > largestBody) throw new Error('its body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const verdict = (secret: string | null, fault: string | null) =>
  secret === null ? 'NOT VERIFIED: give --secret' : fault === null ? 'verified' : `REFUSED: ${fault}`

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null // printed as it came
  }
}

function eventOf(body: string): string {
  const value = parsed(body)
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string' ? value.event : 'no event'
}

function readable(body: string): string {
  const value = parsed(body)
  return value === null ? body : JSON.stringify(value, null, 2)
}
