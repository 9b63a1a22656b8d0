/** Writes the answers of the redirect straight onto the response: no framework on this path. */
import type { ServerResponse } from 'node:http'

/** Names and values by turns, as Node writes them out fastest. */
export type HeaderList = readonly string[]

export interface Answer {
  status: number
  headers: HeaderList
  body: string | null
}

export const goTo = (status: number, location: string, headers: HeaderList = []): Answer => ({
  status,
  headers: ['Location', headerSafe(location), ...headers],
  body: null,
})
export const show = (status: number, body: string, headers: HeaderList = []): Answer => ({
  status,
  headers: ['Content-Type', 'text/html; charset=utf-8', 'X-Frame-Options', 'DENY', ...headers],
  body,
})
export const json = (value: unknown): Answer => ({
  status: 200,
  headers: ['Content-Type', 'application/json'],
  body: JSON.stringify(value),
})

export function send(response: ServerResponse, { status, headers, body }: Answer, isHead: boolean): void {
  const length = body === null ? '0' : String(Buffer.byteLength(body))
  response.writeHead(status, ['X-Powered-By', 'Tributary', ...headers, 'Content-Length', length])
  response.end(body === null || isHead ? undefined : body)
}

/** Addresses may hold characters that no header may; they are written as an address writes them. */
const headerSafe = (location: string) =>
  /[^\x21-\x7e]/.test(location) ? location.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent) : location
