import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { countWithinQuota, makeLink, refuseBeyondQuota } from '../create-link.js'
import { repeatedInBulk } from '../errors.js'
import { mostInBulk } from '../limits.js'
import { type CreateLink, createLinkBodySchema } from '../link-input.schema.js'
import { requireTags } from '../link-references.js'
import { type LinkAnswer, type LinkErrorAnswer, LinkErrorSchema, LinkSchema } from '../link.schema.js'
import { isRefusal, orError, refusalsLast } from './errors-as-values.js'

export const bulkCreateLinksBodySchema = z.array(createLinkBodySchema).min(1).max(mostInBulk)
export const LinkOrError = z.union([LinkSchema, LinkErrorSchema])

/**
 * Creates links: those that are created in the order of the request, then an error for each that was refused. One that is
 * refused does not hold up the others. The whole request is refused when it names a key twice or is more than is left.
 */
export async function bulkCreateLinks(scope: WorkspaceScope, said: CreateLink[]): Promise<(LinkAnswer | LinkErrorAnswer)[]> {
  refuseBeyondQuota(scope, said.length)
  refuseRepeated(said)
  const results: (LinkAnswer | LinkErrorAnswer)[] = []
  // One after the other: they share a transaction, and an earlier one may take the key or the id of a later one.
  for (const one of said) results.push(await orError(one, async () => makeLink(scope, await withAllTags(scope, one))))
  const made = results.filter((one) => !isRefusal(one)).length
  if (made > 0) await countWithinQuota(scope, made)
  return refusalsLast(results)
}

function refuseRepeated(said: CreateLink[]): void {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { domain, key } of said) {
    if (!key) continue
    const place = `${domain?.toLowerCase() ?? ''}/${key.toLowerCase()}`
    if (seen.has(place)) repeated.add(place)
    seen.add(place)
  }
  if (repeated.size > 0) throw repeatedInBulk([...repeated])
}

/** In bulk, ids and names of tags add up. */
async function withAllTags(scope: WorkspaceScope, said: CreateLink): Promise<CreateLink> {
  if (!said.tagIds || !said.tagNames) return said
  const named = (await requireTags(scope, { tagNames: said.tagNames })) ?? []
  return { ...said, tagIds: [...new Set([...said.tagIds, ...named.map(({ id }) => id)])] }
}
