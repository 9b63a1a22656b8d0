import { invalidApiKey, malformedAuthorization, missingAuthorization } from '../../shared/accounts/index.js'
import { equalsInConstantTime } from '../../shared/kernel/hash.js'
import type { AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'

/** Refuses requests without the expected key. Without a configured key every request is refused. */
export function requireInstallationKey({ headers }: AuthRequest, expected: string | undefined): void {
  const bearer = bearerOf(headers)
  if (bearer === 'absent') throw missingAuthorization()
  if (bearer === 'malformed') throw malformedAuthorization()
  if (!isInstallationKey(bearer.key, expected)) throw invalidApiKey()
}

export const isInstallationKey = (key: string, expected: string | undefined) =>
  expected !== undefined && equalsInConstantTime(key, expected)
