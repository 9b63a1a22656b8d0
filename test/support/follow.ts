/** A visit of a short link as a browser makes it: `fetch` can name no other host than the one that it asks. */
import type { TestApi } from './api.js'
import { type RawAnswer, sendRaw } from './raw-request.js'

export const follow = ({ url }: TestApi, { domain, key }: { domain: string; key: string }, userAgent: string): Promise<RawAnswer> =>
  sendRaw(
    Number(new URL(url).port),
    Buffer.from(`GET /${key} HTTP/1.1\r\nHost: ${domain}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`),
  )
