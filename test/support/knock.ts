/** A request as a doorkeeper sees it. */
import type { Knock } from '../../api/endpoint.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { silent } from './service.js'

/** An unremarkable `GET /links`, changed by name; the headers that a door set are in `answered`. */
export function knock(
  resources: Resources,
  { query, ...given }: Partial<Omit<Knock, 'query'>> & { query?: string } = {},
): Knock & { answered: Record<string, string> } {
  const answered: Record<string, string> = {}
  return {
    method: 'GET',
    path: '/links',
    headers: {},
    params: {},
    query: new URLSearchParams(query),
    address: '192.0.2.1',
    requestId: 'req_test',
    resources,
    log: silent,
    rate: 'none',
    plans: undefined,
    readBody: async () => Buffer.alloc(0),
    setHeader: (name, value) => void (answered[name] = value),
    recognise: () => undefined,
    ...given,
    answered,
  }
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
