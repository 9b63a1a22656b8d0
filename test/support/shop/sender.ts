/** Sends requests as unreliable clients do: each up to three times, in any order, some late, and again if there was no response. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.js'

export interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body?: object
}

export interface Response {
  status: number
  location: string
  body: any // responses have many shapes
}

export interface Sender {
  /** Returns the first response; further copies of the request may still be in flight. */
  send(request: Request): Promise<Response>
  /** Sends a request once, and retries until it is answered. */
  request(request: Request): Promise<Response>
  /** Waits for all copies. Throws if a response differs from the first one. */
  waitForCopies(): Promise<void>
  /** Gives up all requests, whose callers wait for ever: for a test that failed, so that its server can end. */
  stop(): void
  /** Number of answered and unanswered requests, including copies. */
  sent(): { answered: number; unanswered: number }
}

export interface SenderOptions {
  url: string
  random: Random
  concurrency: number
  /** Delay of late copies in milliseconds. */
  lateDelayMs: number
  /** The part of a response that must be equal for all copies of a request. */
  comparable(response: Response): unknown
}

export function openSender({ url, random, concurrency, lateDelayMs, comparable }: SenderOptions): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const count = { answered: 0, unanswered: 0 }
  const copies = new Set<Promise<void>>()
  const mismatches: string[] = []
  let isStopped = false

  const requestUntilAnswered = async (request: Request): Promise<Response> => {
    for (;;) {
      const response = await once(agent, url, request)
      const isFinal = response.status !== 0 && response.status !== 429 && response.status < 500
      count[isFinal ? 'answered' : 'unanswered']++
      if (isFinal) return response
      if (isStopped) return new Promise<Response>(() => undefined)
      await sleep(response.status === 429 ? 500 : 150)
    }
  }
  const delay = () => (random.bool(0.05) ? lateDelayMs : random.bool(0.5) ? 0 : random.below(1000))

  return {
    request: requestUntilAnswered,
    async send(request) {
      const further = Array.from({ length: random.below(3) }, () => sleep(delay()).then(() => requestUntilAnswered(request)))
      const first = await Promise.race([requestUntilAnswered(request), ...further])
      const expected = JSON.stringify(comparable(first))
      const compare = async (copy: Promise<Response>) => {
        const found = JSON.stringify(comparable(await copy))
        if (expected !== found) mismatches.push(`${request.path} ${JSON.stringify(request.body)} got ${expected}, then ${found}`)
      }
      for (const copy of further) {
        const compared = compare(copy).finally(() => copies.delete(compared))
        copies.add(compared)
      }
      return first
    },
    async waitForCopies() {
      await Promise.all(copies)
      if (mismatches.length > 0)
        throw new Error(`${mismatches.length} repetitions got a different response:\n${mismatches.slice(0, 5).join('\n')}`)
      agent.destroy()
    },
    stop() {
      isStopped = true
      agent.destroy()
    },
    sent: () => count,
  }
}

/** Status 0 if there was no response. Node's fetch would retry a dropped connection itself. */
const once = (agent: Agent, url: string, { method, path, headers, body }: Request): Promise<Response> =>
  new Promise((resolve) => {
    const unanswered = () => resolve({ status: 0, location: '', body: null })
    const text = body ? JSON.stringify(body) : ''
    const request = httpRequest(
      url + path,
      {
        method,
        agent,
        timeout: 15_000,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}) },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', unanswered)
        response.once('aborted', unanswered)
        response.once('end', () => {
          const text = Buffer.concat(parts).toString()
          const isJson = response.headers['content-type']?.startsWith('application/json')
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            body: isJson && text ? JSON.parse(text) : text,
          })
        })
      },
    )
    request.once('timeout', () => request.destroy())
    request.once('error', unanswered)
    request.end(text)
  })
