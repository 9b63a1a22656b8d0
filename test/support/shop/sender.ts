/** Requests as a careless world sends them: each up to three times, in any order, some late; and again when there was no answer. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.js'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: object
}

export interface Answer {
  status: number
  location: string
  body: any // answers have many shapes
}

export interface Sender {
  /** The first answer that came; further copies of the request may still be under way. */
  send(request: Request): Promise<Answer>
  /** One request, once. */
  ask(request: Request): Promise<Answer>
  /** All copies were answered. Throws when an answer was not like the first. */
  settled(): Promise<void>
  /** How many requests were answered, copies and those in vain included. */
  sent(): { answered: number; unanswered: number }
}

export interface SenderOptions {
  url: string
  chance: Chance
  atOnce: number
  /** Milliseconds after which a copy comes late. */
  late: number
  /** What the answers to copies of one request have in common. */
  essence(answer: Answer): unknown
}

export function openSender({ url, chance, atOnce, late, essence }: SenderOptions): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const count = { answered: 0, unanswered: 0 }
  const copies = new Set<Promise<void>>()
  const faults: string[] = []

  const ask = async (request: Request): Promise<Answer> => {
    for (;;) {
      const answer = await once(agent, url, request)
      const isFinal = answer.status !== 0 && answer.status !== 429 && answer.status < 500
      count[isFinal ? 'answered' : 'unanswered']++
      if (isFinal) return answer
      await sleep(answer.status === 429 ? 500 : 150)
    }
  }
  const delay = () => (chance.happens(0.05) ? late : chance.happens(0.5) ? 0 : chance.below(1000))

  return {
    ask,
    async send(request) {
      const rest = Array.from({ length: chance.below(3) }, () => sleep(delay()).then(() => ask(request)))
      const first = await Promise.race([ask(request), ...rest])
      const wanted = JSON.stringify(essence(first))
      const compare = async (copy: Promise<Answer>) => {
        const found = JSON.stringify(essence(await copy))
        if (wanted !== found) faults.push(`${request.path} ${JSON.stringify(request.body)} was answered ${wanted}, then ${found}`)
      }
      for (const one of rest) {
        const compared = compare(one).finally(() => copies.delete(compared))
        copies.add(compared)
      }
      return first
    },
    async settled() {
      await Promise.all(copies)
      if (faults.length > 0) throw new Error(`${faults.length} repetitions were answered otherwise:\n${faults.slice(0, 5).join('\n')}`)
      agent.destroy()
    },
    sent: () => count,
  }
}

/** Status 0 when there was no answer. Node's own fetch would try a dropped connection again. */
const once = (agent: Agent, url: string, { method, path, headers, body }: Request): Promise<Answer> =>
  new Promise((resolve) => {
    const none = () => resolve({ status: 0, location: '', body: null })
    const text = body ? JSON.stringify(body) : ''
    const request = httpRequest(
      url + path,
      {
        method,
        agent,
        timeout: 15_000,
        headers: { ...headers, ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}) },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('error', none)
        answer.once('aborted', none)
        answer.once('end', () => {
          const said = Buffer.concat(parts).toString()
          const isJson = answer.headers['content-type']?.startsWith('application/json')
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? '',
            body: isJson && said ? JSON.parse(said) : said,
          })
        })
      },
    )
    request.once('timeout', () => request.destroy())
    request.once('error', none)
    request.end(text)
  })
