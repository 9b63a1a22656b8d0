/** What a form for links asks while somebody types: whether a key is free, or for one that is. */
import { z } from 'zod'
import { Workspace, workspaceNotFound } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { domainForLink } from './choose-domain.js'
import { drawKey, requireKey } from './choose-key.js'
import type { Domain } from './domain.entity.js'
import { domainByDefault, domainBySlug } from './domain.queries.js'
import { keyTaken, noFreeKey } from './errors.js'
import { longestKey, randomKeyDraws, randomKeyLength } from './limits.js'
import type { KeyPlace } from './link-scope.js'
import { isKeyTaken } from './link.queries.js'

const name = z.string().max(longestKey)
export const ProbeKey = z.object({ workspaceId: z.string(), domain: name.optional(), key: name.min(1) })
export const ProbedKey = z.object({ error: z.null() })
export const DrawFreeKey = z.object({ domain: name.optional() })
export const FreeKey = z.string()

/** Refuses a key that the workspace could not use, with the refusal that a creation would get. */
export async function probeKey({ em, config }: Scope, { workspaceId, domain, key }: z.infer<typeof ProbeKey>): Promise<{ error: null }> {
  const workspace = await em.findOne(Workspace, workspaceId)
  if (!workspace) throw workspaceNotFound()
  const place = { em, config, workspace }
  const chosen = await domainFor(place, domain)
  const { lookupKey } = requireKey(place, chosen, key)
  if (await isKeyTaken(place, chosen.slug, lookupKey)) throw keyTaken(chosen.slug, key)
  return { error: null }
}

/** A key that nobody has on the domain; on one that is not known here, just a key. */
export async function drawFreeKey({ em, config }: Scope, { domain }: z.infer<typeof DrawFreeKey>): Promise<string> {
  const known = domain ? await domainBySlug({ em }, domain.toLowerCase()) : null
  const place = { em, config, workspace: null }
  const on = known ?? (await domainFor(place, undefined))
  for (let draw = 1; draw <= randomKeyDraws; draw++) {
    const { key, lookupKey } = drawKey(place, on, randomKeyLength, '')
    if (!(await isKeyTaken(place, on.slug, lookupKey))) return key
  }
  throw noFreeKey(randomKeyLength)
}

const domainFor = (place: KeyPlace, asked: string | undefined): Promise<Domain> =>
  domainForLink(place, asked, { domain: (slug) => domainBySlug(place, slug), defaultDomain: () => domainByDefault(place) })
