/** Visits a short link like a browser. `fetch` cannot send a Host header that differs from the address. */
import type { TestApi } from './api.js'
import { type RawResponse, sendRaw } from './raw-request.js'

export const visitShortLink = (
  { url }: TestApi,
  { domain, key }: { domain: string; key: string },
  userAgent: string,
  cookie = '',
): Promise<RawResponse> =>
  sendRaw(
    Number(new URL(url).port),
    Buffer.from(
      `GET /${key} HTTP/1.1\r\nHost: ${domain}\r\nUser-Agent: ${userAgent}\r\n${cookie === '' ? '' : `Cookie: ${cookie}\r\n`}Connection: close\r\n\r\n`,
    ),
  )
