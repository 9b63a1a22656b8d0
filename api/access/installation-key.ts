import { createHash, timingSafeEqual } from 'node:crypto'
import { invalidApiKey, malformedAuthorization, missingAuthorization } from '../../shared/accounts/index.js'
import type { Knock } from '../endpoint.js'
import { bearerOf } from './bearer.js'

/** Refuses whoever doesn't hold the installation's key. Where none is configured nobody does. */
export function requireInstallationKey({ headers }: Knock, expected: string | undefined): void {
  const bearer = bearerOf(headers)
  if (bearer === 'absent') throw missingAuthorization()
  if (bearer === 'malformed') throw malformedAuthorization()
  if (!isInstallationKey(bearer.key, expected)) throw invalidApiKey()
}

export const isInstallationKey = (key: string, expected: string | undefined) => expected !== undefined && sameText(key, expected)

// Hashes have one length, and comparing them takes one time: neither tells how much of a guess was right.
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
const digest = (text: string) => createHash('sha256').update(text).digest()
