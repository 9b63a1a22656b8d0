/** Requests for testing auth guards. */
import type { AuthRequest } from '../../api/endpoint.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { silentLog } from './service.js'

/** A `GET /links` request with overrides. `responseHeaders` collects the headers that the guard sets. */
export function authRequest(
  resources: Resources,
  { query, ...overrides }: Partial<Omit<AuthRequest, 'query'>> & { query?: string } = {},
): AuthRequest & { responseHeaders: Record<string, string> } {
  const responseHeaders: Record<string, string> = {}
  return {
    method: 'GET',
    path: '/links',
    headers: {},
    params: {},
    query: new URLSearchParams(query),
    rawQuery: query ?? '',
    address: '192.0.2.1',
    requestId: 'req_test',
    resources,
    log: silentLog,
    rate: 'none',
    plans: undefined,
    refusesImpersonation: false,
    readBody: async () => Buffer.alloc(0),
    setHeader: (name, value) => void (responseHeaders[name] = value),
    identify: () => undefined,
    ...overrides,
    responseHeaders,
  }
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
