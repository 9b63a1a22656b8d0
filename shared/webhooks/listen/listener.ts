/** A local webhook receiver for development: prints deliveries and verifies their signatures. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { verificationError } from '../delivery/signature.js'

export interface ListenerOptions {
  /** Null disables verification. */
  secret: string | null
  /** Response status for verified deliveries. */
  status: number
  print(line: string): void
}

/** Far above the size of any delivery. */
const maxBodyBytes = 5_000_000

export function createListener({ secret, status, print }: ListenerOptions): Server {
  const seen = new Set<string>()
  const handle = async (request: IncomingMessage): Promise<number> => {
    const body = await readBody(request)
    const error = secret === null ? null : verificationError({ headers: request.headers, body }, secret, new Date())
    const id = String(request.headers['webhook-id'] ?? 'without id')
    print(`${new Date().toISOString()}  ${eventOf(body)}  ${id}  ${verdict(secret, error)}${seen.has(id) ? '  (seen before)' : ''}`)
    print(formatBody(body))
    if (error === null) seen.add(id)
    return error === null ? status : 401
  }
  return createServer(async (request, response) => {
    const responseStatus = await handle(request).catch((error: unknown) => {
      print(`request could not be read: ${String(error)}`)
      return 400
    })
    response.writeHead(responseStatus).end()
  })
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBodyBytes) throw new Error('the body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const verdict = (secret: string | null, error: string | null) =>
  secret === null ? 'NOT VERIFIED: pass --secret' : error === null ? 'verified' : `REJECTED: ${error}`

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null // not JSON: printed verbatim
  }
}

function eventOf(body: string): string {
  const value = parsed(body)
  return typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string' ? value.event : 'no event'
}

function formatBody(body: string): string {
  const value = parsed(body)
  return value === null ? body : JSON.stringify(value, null, 2)
}
