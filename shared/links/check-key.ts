/** Checks and suggests keys for link forms. */
import { z } from 'zod'
import { Workspace, workspaceNotFound } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { domainForLink } from './choose-domain.js'
import { domainByDefault, domainBySlug, type LinkDomain } from './domain.queries.js'
import { findByName } from './domains/slug.js'
import { keyTaken, noFreeKey } from './errors.js'
import { maxKeyLength, maxRandomKeyAttempts, randomKeyLength } from './limits.js'
import type { KeyScope } from './link-scope.js'
import { isKeyTaken } from './link.queries.js'
import { generateKey, requireKey } from './require-key.js'

const name = z.string().max(maxKeyLength)
export const CheckKey = z.object({ workspaceId: z.string(), domain: name.optional(), key: name.min(1) })
export const CheckedKey = z.object({ error: z.null() })
export const FindFreeKey = z.object({ domain: name.optional() })
export const FreeKey = z.string()

/** Refuses a key that the workspace cannot use, with the same error as a creation. */
export async function checkKey({ em, config }: Scope, { workspaceId, domain, key }: z.infer<typeof CheckKey>): Promise<{ error: null }> {
  const workspace = await em.findOne(Workspace, workspaceId)
  if (!workspace) throw workspaceNotFound()
  const keyScope = { em, config, workspace }
  const usableDomain = await domainFor(keyScope, domain)
  const { lookupKey } = requireKey(keyScope, usableDomain, key)
  if (await isKeyTaken(keyScope, usableDomain.slug, lookupKey)) throw keyTaken(usableDomain.slug, key)
  return { error: null }
}

/** Returns a random key that is free on the domain. An unknown domain counts as the default domain. */
export async function findFreeKey({ em, config }: Scope, { domain }: z.infer<typeof FindFreeKey>): Promise<string> {
  const requested = domain ? await findByName(domain, (slug) => domainBySlug({ em }, slug)) : null
  const keyScope = { em, config, workspace: null }
  const chosenDomain = requested ?? (await domainFor(keyScope, undefined))
  for (let attempt = 1; attempt <= maxRandomKeyAttempts; attempt++) {
    const { key, lookupKey } = generateKey(keyScope, chosenDomain, randomKeyLength, '')
    if (!(await isKeyTaken(keyScope, chosenDomain.slug, lookupKey))) return key
  }
  throw noFreeKey(randomKeyLength)
}

const domainFor = (keyScope: KeyScope, slug: string | undefined): Promise<LinkDomain> =>
  domainForLink(keyScope, slug, { domain: (name) => domainBySlug(keyScope, name), defaultDomain: () => domainByDefault(keyScope) })
