import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { refuseBeyondQuota } from '../create-link.js'
import { repeatedInBulk } from '../errors.js'
import { mostInBulk } from '../limits.js'
import { type CreateLink, createLinkBodySchema } from '../link-input.schema.js'
import { type LinkAnswer, type LinkErrorAnswer, LinkErrorSchema, LinkSchema } from '../link.schema.js'
import { presentLink } from '../present-link.js'
import { refusalsLast } from './errors-as-values.js'
import { makeLinks } from './make-links.js'

export const bulkCreateLinksBodySchema = z.array(createLinkBodySchema).min(1).max(mostInBulk)
export const LinkOrError = z.union([LinkSchema, LinkErrorSchema])

/**
 * Creates links: those that are created in the order of the request, then an error for each that was refused. One that is refused does not
 * hold up the others. The whole request is refused when it names a key twice or is more than is left.
 */
export async function bulkCreateLinks(scope: WorkspaceScope, said: CreateLink[]): Promise<(LinkAnswer | LinkErrorAnswer)[]> {
  refuseBeyondQuota(scope, said.length)
  refuseRepeated(said)
  return refusalsLast(said, await makeLinks(scope, said), ({ link, tags, webhookIds }) => presentLink(scope.config, link, tags, webhookIds))
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
