import type { IncomingHttpHeaders } from 'node:http'

const scheme = 'Bearer '

/** The credential of the Authorization header; `absent` without the header or with an empty one, `malformed` for any other scheme. */
export type Bearer = { key: string } | 'absent' | 'malformed'

export function bearerOf({ authorization }: IncomingHttpHeaders): Bearer {
  if (!authorization) return 'absent'
  return authorization.startsWith(scheme) ? { key: authorization.slice(scheme.length) } : 'malformed'
}
