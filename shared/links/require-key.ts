/** Checks requested keys and generates random ones. */
import { requireFeature } from '../accounts/index.js'
import { keyDomainOf } from './choose-domain.js'
import type { LinkDomain } from './domain.queries.js'
import { invalidKey, keyIsWellKnownFile, keyReserved, rootKeyNotAllowed } from './errors.js'
import {
  isApiPath,
  isValidKey,
  isReservedWord,
  isWellKnownFile,
  lookupKeyOf,
  normaliseKey,
  randomKey,
  readableKey,
  rootKey,
} from './keys.js'
import { maxKeyLength, maxShortKeyLength } from './limits.js'
import type { KeyScope } from './link-scope.js'

export interface ChosenKey {
  key: string
  lookupKey: string
}

const characterCount = (text: string) => Array.from(text).length

/** Returns the key in its stored and its compared form. Refuses keys that are invalid, reserved or not included in the workspace's plan. */
export function requireKey(scope: Pick<KeyScope, 'config' | 'workspace'>, domain: LinkDomain, text: string): ChosenKey {
  const keyDomain = keyDomainOf(domain)
  const key = normaliseKey(text, keyDomain)
  if (!isValidKey(text) || !isValidKey(key) || key.length === 0 || characterCount(text) > maxKeyLength) throw invalidKey()
  const lookupKey = lookupKeyOf(key, keyDomain)
  if (key === rootKey) {
    requireFeature(scope.workspace, 'rootRedirect')
    if (keyDomain.shared) throw rootKeyNotAllowed(domain.slug)
    return { key, lookupKey }
  }
  if (isWellKnownFile(lookupKey)) throw keyIsWellKnownFile(key)
  if (isApiPath(lookupKey) || (keyDomain.shared && isReservedWord(lookupKey, scope.config.reservedKeys))) throw keyReserved(key)
  if (keyDomain.shared && characterCount(readableKey(key)) <= maxShortKeyLength) requireFeature(scope.workspace, 'shortKeys')
  return { key, lookupKey }
}

/** Generates a random key that is allowed on the domain. Whether it is free only shows when it is inserted. */
export function generateKey(scope: Pick<KeyScope, 'config' | 'workspace'>, domain: LinkDomain, length: number, prefix: string): ChosenKey {
  let text = randomKey(length, prefix)
  // A random key may happen to be a reserved word. With a reserved prefix every key is reserved: `requireKey` refuses it.
  while (prefix === '' && isReservedWord(text.toLowerCase(), scope.config.reservedKeys)) text = randomKey(length, prefix)
  return requireKey(scope, domain, text)
}
