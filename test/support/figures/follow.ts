import { request } from 'node:http'
import type { TestApi } from '../api.js'

interface Visit {
  method: 'GET' | 'HEAD'
  query: string
  headers: Record<string, string>
}

/** Follows a short link. `fetch` cannot send a Host header that differs from the address. */
export const follow = ({ url }: TestApi, { domain, key }: { domain: string; key: string }, { method, query, headers }: Visit) =>
  new Promise<{ status: number; location: string }>((resolve, reject) => {
    const sent = request(`${url}/${key}${query ? `?${query}` : ''}`, { method, headers: { ...headers, host: domain } }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }))
    })
    sent.once('error', reject)
    sent.end()
  })
