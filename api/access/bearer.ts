import type { IncomingHttpHeaders } from 'node:http'

const scheme = 'Bearer '

/** What the Authorization header holds: the credential, nothing because there is no header, or something else. */
export type Bearer = { key: string } | 'absent' | 'malformed'

export function bearerOf({ authorization }: IncomingHttpHeaders): Bearer {
  if (authorization === undefined) return 'absent'
  return authorization.startsWith(scheme) ? { key: authorization.slice(scheme.length) } : 'malformed'
}
