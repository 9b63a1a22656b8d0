/** Responses in the documented shape to requests that Node would reject by itself or not answer at all. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest, type ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { errorResponse } from './error-response.js'

/** Answers requests that never reach a handler. The server must be created with `requireHostHeader: false`. */
export function answerMalformedRequests(server: Server, docsUrl: string, log: Log): void {
  server.on('request', ({ socket }: { socket: Connection }, response) => void (socket[latestResponse] = response))
  server.on('clientError', (error: ParserError, socket: Connection) => {
    const latest = socket[latestResponse]
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (wasAnswered(latest)) socket.end(() => socket.destroy())
    else reject(socket, parserError(error), { docsUrl, log, isHead: isHeadRequest(latest, error) })
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    reject(socket, badRequest('CONNECT is not supported.'), { docsUrl, log }),
  )
  // An unknown Expect header is ignored: the request is answered as if it had none.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
}

/** In the socket instead of a `WeakMap`, whose entries cost every redirect time, also in garbage collections. */
const latestResponse = Symbol('latest response')
type Connection = Duplex & { [latestResponse]?: ServerResponse }

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that could not be parsed, together with those before them in the same packet. */
  rawPacket?: Buffer
}

/** Whether the invalid request is a HEAD request, whose response has no body: it fails in its head, or later in its body. */
const isHeadRequest = (latest: ServerResponse | undefined, { rawPacket }: ParserError): boolean =>
  latest && !latest.req.complete ? latest.req.method === 'HEAD' : rawPacket?.toString('latin1', 0, 5) === 'HEAD '

/** A body may break off after its request was already rejected. A second response would be taken as that of the next request. */
const wasAnswered = (latest: ServerResponse | undefined) => latest !== undefined && !latest.req.complete && latest.headersSent

/**
 * Rejects a request without exactly one Host header or with an invalid target and returns whether it did. An absolute URL as target (RFC
 * 9112, 3.2.2) is rewritten to its path.
 */
export function rejectsTarget(request: IncomingMessage, docsUrl: string, log: Log): boolean {
  const error = targetError(request)
  if (error) reject(request.socket, error, { docsUrl, log, isHead: request.method === 'HEAD' })
  return error !== null
}

function targetError(request: IncomingMessage): ServiceError | null {
  const { headers, httpVersion, url = '' } = request
  if (headers.host === undefined && httpVersion === '1.1') return badRequest('The Host header is missing.')
  if (countHostHeaders(request.rawHeaders) > 1) return badRequest('The Host header is repeated. Send it once.')
  if (url.startsWith('/') || url === '*') return null
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return badRequest('The request target is not a valid URL.')
  const { host, pathname, search } = new URL(url)
  headers.host = host
  request.url = pathname + search
  return null
}

/** Node keeps the first of several; a proxy in front may have decided by another. */
function countHostHeaders(rawHeaders: readonly string[]): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

function parserError({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return badRequest('The request headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return badRequest('The request took too long to arrive.')
  return badRequest('The request is not valid HTTP.')
}

function reject(
  socket: Duplex,
  error: ServiceError,
  { docsUrl, log, isHead = false }: { docsUrl: string; log: Log; isHead?: boolean },
): void {
  const body = JSON.stringify(errorResponse(error, docsUrl, log).body)
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`)
}
