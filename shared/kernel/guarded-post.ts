/**
 * POSTs to addresses that were checked, with as little ado as there can be: one write, one timer, nothing parsed twice. What does all
 * of HTTP takes three times as much of the processor.
 */
import type { buildConnector } from 'undici'
import { type HttpPool, openHttpPool, type Post } from './http-pool.js'
import { asOutsideError } from './outside-error.js'

/** An address, after its check. */
export interface Target {
  /** Requests to one origin share its connections. */
  origin: string
  address: buildConnector.Options
  /** What every request to it begins with. */
  head: string
}

export interface Posting {
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
  /** Milliseconds for everything together. */
  within: number
  /** So many bytes of the answer are kept; the rest is not waited for. */
  keptBytes: number
}

export interface PostAnswer {
  status: number
  body: Buffer
}

export interface Poster {
  /** Throws `OutsideError` where no answer was had. A redirect is an answer. */
  post(target: Target, posting: Posting): Promise<PostAnswer>
  close(): void
}

const sweep = 1000

/** `url` was checked; the headers go with every request. */
export function targetAt({ origin, protocol, hostname, host, port, pathname, search }: URL, headers: Record<string, string>): Target {
  return { origin, address: { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, head: `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${linesOf(headers)}` }
}

/** Every connection is made by `connect`, which sees to where it may lead; to one origin there are at most so many. */
export function openPoster(connect: buildConnector.connector, connections: number): Poster {
  const pools = new Map<string, HttpPool>()
  let isClosed = false
  const sweeper = setInterval(() => {
    for (const [origin, pool] of pools) if (pool.sweep()) pools.delete(origin)
  }, sweep).unref()
  const poolTo = ({ origin, address }: Target): HttpPool => {
    const pool = openHttpPool((made) => connect(address, made), connections)
    pools.set(origin, pool)
    return pool
  }
  return {
    post: (target, posting) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          if (post.isOver) return
          post.isOver = true
          clearTimeout(timer)
          settle()
        }
        const fail = (error: unknown, isLate: boolean) => end(() => reject(asOutsideError(error, isLate)))
        const post: Post = {
          request: requestOf(target, posting), keptBytes: posting.keptBytes, isOver: false, line: null,
          answered: (answer) => end(() => resolve(answer)),
          failed: (error) => fail(error, false),
        }
        const timer = setTimeout(() => {
          fail(undefined, true)
          post.line?.close()
        }, posting.within)
        if (isClosed) post.failed(new Error('the client was closed'))
        else (pools.get(target.origin) ?? poolTo(target)).give(post)
      }),
    close() {
      isClosed = true
      clearInterval(sweeper)
      for (const pool of pools.values()) pool.close()
    },
  }
}

function requestOf({ head }: Target, { headers, body }: Posting): Buffer {
  const text = `${head}${linesOf(headers)}content-length: ${body.length}\r\n\r\n`
  const request = Buffer.allocUnsafe(text.length + body.length)
  request.write(text, 'latin1')
  body.copy(request, text.length)
  return request
}

function linesOf(headers: Record<string, string>): string {
  let lines = ''
  for (const name in headers) {
    const value = headers[name] as string
    // Nothing in a value may begin another line.
    if (/[^\t\x20-\x7e]/.test(value)) throw new Error(`the header ${name} holds what no header may`)
    lines += `${name}: ${value}\r\n`
  }
  return lines
}
