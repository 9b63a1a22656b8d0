/** What Node would answer by itself, or not at all, is answered in the documented shape. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest, type ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { errorAnswer } from './error-answer.js'

/** Makes requests that no handler ever sees end like any other refusal. The server is made with `requireHostHeader: false`. */
export function answerBrokenRequests(server: Server, docsUrl: string, log: Log): void {
  const latest = new WeakMap<Duplex, Exchange>()
  server.on('request', (request, response) => void latest.set(request.socket, { request, response }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else if (wasAnswered(latest.get(socket))) socket.end(() => socket.destroy())
    else refuse(socket, parserRefusal(error), docsUrl, log)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, badRequest('This is no proxy.'), docsUrl, log))
  // An expectation that nobody knows is not a reason to refuse: the request is answered as if it had none.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => server.emit('request', request, response))
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** A body may break after its request was refused unread. A second answer would be taken for that of the next request. */
const wasAnswered = (exchange: Exchange | undefined) =>
  exchange !== undefined && !exchange.request.complete && exchange.response.headersSent

/**
 * Refuses a request that says not properly what it is for; whether it did. The form with a whole address as target is one that servers have
 * to know: it becomes the usual one.
 */
export function refusesTarget(request: IncomingMessage, docsUrl: string, log: Log): boolean {
  const fault = targetFault(request)
  if (fault) refuse(request.socket, fault, docsUrl, log)
  return fault !== null
}

function targetFault(request: IncomingMessage): ServiceError | null {
  const { headers, httpVersion, url = '' } = request
  if (headers.host === undefined && httpVersion === '1.1') return badRequest('The Host header is missing.')
  if (url.startsWith('/') || url === '*') return null
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return badRequest('The target of the request is not an address.')
  const { host, pathname, search } = new URL(url)
  headers.host = host
  request.url = pathname + search
  return null
}

function parserRefusal({ code }: NodeJS.ErrnoException): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW') return badRequest('The request headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return badRequest('The request took too long to arrive.')
  return badRequest('The request is not valid HTTP.')
}

function refuse(socket: Duplex, error: ServiceError, docsUrl: string, log: Log): void {
  const body = JSON.stringify(errorAnswer(error, docsUrl, log).body)
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
