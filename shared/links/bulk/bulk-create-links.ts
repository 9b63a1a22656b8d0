import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireQuotaForLinks } from '../create-link.js'
import { domainByDefault } from '../domain.queries.js'
import { duplicateKeysInRequest } from '../errors.js'
import { maxBulkLinks } from '../limits.js'
import { type CreateLink, createLinkBodySchema } from '../link-input.schema.js'
import { type LinkResponse, type LinkErrorResponse, LinkErrorSchema, LinkSchema } from '../link.schema.js'
import { lookupKeysOf, slugsOfNames } from '../lookup-keys.js'
import { presentLink } from '../present-link.js'
import { createLinks } from './create-links.js'
import { resultsThenErrors } from './errors-as-values.js'

export const bulkCreateLinksBodySchema = z.array(createLinkBodySchema).min(1).max(maxBulkLinks)
export const LinkOrError = z.union([LinkSchema, LinkErrorSchema])

/**
 * Creates links. Returns the created links in the order of the request, then an error for each refused one. The whole request is refused if
 * it contains duplicate keys or exceeds the link quota.
 */
export async function bulkCreateLinks(scope: WorkspaceScope, inputs: CreateLink[]): Promise<(LinkResponse | LinkErrorResponse)[]> {
  requireQuotaForLinks(scope, inputs.length)
  await requireDistinctKeys(scope, inputs)
  return resultsThenErrors(inputs, await createLinks(scope, inputs), ({ link, tags, webhookIds }) =>
    presentLink(scope, link, tags, webhookIds),
  )
}

async function requireDistinctKeys(scope: WorkspaceScope, inputs: CreateLink[]): Promise<void> {
  const chosen = inputs.filter(({ key }) => key)
  const defaultSlug = chosen.some(({ domain }) => !domain) ? (await domainByDefault(scope))?.slug : undefined
  const slugs = await slugsOfNames(
    scope,
    chosen.flatMap(({ domain }) => domain || []),
  )
  const named = chosen.map(({ domain, key = '' }) => ({ domain: (domain ? slugs.get(domain) : defaultSlug) ?? '', key }))
  const lookupKeys = await lookupKeysOf(scope, named)
  const seen = new Set<string>()
  const duplicates = new Set<string>()
  for (const [index, { domain }] of named.entries()) {
    const fullKey = `${domain}/${lookupKeys[index]}`
    if (seen.has(fullKey)) duplicates.add(fullKey)
    seen.add(fullKey)
  }
  if (duplicates.size > 0) throw duplicateKeysInRequest([...duplicates])
}
