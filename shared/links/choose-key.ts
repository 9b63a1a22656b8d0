/** The key under which a link is asked for: the one that was given, if it may be, or one by chance. */
import { requireFeature } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import type { Domain } from './domain.entity.js'
import { keyNotAllowed, keyOfAFile, keyReserved, rootNotYours } from './errors.js'
import { isKeyShaped, isReservedWord, isWellKnownFile, lookupKeyOf, normaliseKey, randomKey, rootKey } from './keys.js'
import { longestKey, scarceKeyLength } from './limits.js'
import type { KeyPlace } from './link-scope.js'

export interface ChosenKey {
  key: string
  lookupKey: string
}

const charactersOf = (text: string) => Array.from(text).length

/** The key in its stored form and in the form in which keys are compared. Refuses what nobody, or not this workspace, may use. */
export function requireKey(scope: Pick<KeyPlace, 'config' | 'workspace'>, domain: Domain, text: string): ChosenKey {
  const on = keyDomainOf(domain)
  const key = normaliseKey(text, on)
  if (!isKeyShaped(text) || !isKeyShaped(key) || key.length === 0 || charactersOf(text) > longestKey) throw keyNotAllowed()
  const lookupKey = lookupKeyOf(key, on)
  if (key === rootKey) {
    requireFeature(scope.workspace, 'rootRedirect')
    if (on.shared) throw rootNotYours(domain.slug)
    return { key, lookupKey }
  }
  if (isWellKnownFile(lookupKey)) throw keyOfAFile(key)
  if (on.shared && isReservedWord(lookupKey, scope.config.reservedKeys)) throw keyReserved(key)
  if (on.shared && charactersOf(text) <= scarceKeyLength) requireFeature(scope.workspace, 'shortKeys')
  return { key, lookupKey }
}

/** A key by chance that may be used; whether it is free is found out by taking it. */
export function drawKey(scope: Pick<KeyPlace, 'config' | 'workspace'>, domain: Domain, length: number, prefix: string): ChosenKey {
  let text = randomKey(length, prefix)
  // Chance may spell a word of the service. A prefix that is one stays one, which the check says.
  while (prefix === '' && isReservedWord(text.toLowerCase(), scope.config.reservedKeys)) text = randomKey(length, prefix)
  return requireKey(scope, domain, text)
}
