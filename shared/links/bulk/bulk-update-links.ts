import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { idText } from '../../kernel/input-fields.js'
import { maxBulkLinks } from '../limits.js'
import { updateLinkBodySchema } from '../link-input.schema.js'
import { directLookup } from '../link-lookup.js'
import { requireReferences, requireTags } from '../link-references.js'
import type { LinkResponse, LinkErrorResponse } from '../link.schema.js'
import { mergeLink } from '../merge-link.js'
import { presentLink } from '../present-link.js'
import { applyLinkChanges } from './apply-link-changes.js'
import { resultsThenErrors } from './errors-as-values.js'

const ids = (description: string, max: number) => z.array(idText()).max(max).default([]).meta({ description })

export const bulkUpdateDataSchema = updateLinkBodySchema.omit({
  domain: true,
  key: true,
  externalId: true,
  linkRetentionCleanupDisabledAt: true,
})
export type BulkUpdateData = z.infer<typeof bulkUpdateDataSchema>

/** Returns the schema of the body for up to `max` links: one request allows fewer links than a background operation. */
export const bulkUpdateSchema = (max: number) =>
  z.object({
    linkIds: ids('Ids of the links. Takes precedence over `externalIds`.', max),
    externalIds: ids('Your own ids of the links.', max),
    data: bulkUpdateDataSchema.meta({ description: 'Fields to change in each link.' }),
  })
export const bulkUpdateLinksBodySchema = bulkUpdateSchema(maxBulkLinks)
export type BulkUpdateLinks = z.infer<typeof bulkUpdateLinksBodySchema>

export const identifiersOf = ({ linkIds, externalIds }: Pick<BulkUpdateLinks, 'linkIds' | 'externalIds'>) => [
  ...new Set(linkIds.length > 0 ? linkIds : externalIds.map((id) => `ext_${id.replace(/^ext_/, '')}`)),
]

/** Refuses the whole request if it refers to unknown tags, folders or webhooks, because every link would be refused. */
export async function requireUsableReferences(scope: WorkspaceScope, data: BulkUpdateData): Promise<void> {
  const lookup = directLookup(scope)
  await requireTags(lookup, data)
  await requireReferences(scope, mergeLink(data, null), null, lookup)
}

/** Applies the same changes to several links. Returns the changed links, then an error for each refused one. */
export async function bulkUpdateLinks(scope: WorkspaceScope, input: BulkUpdateLinks): Promise<(LinkResponse | LinkErrorResponse)[]> {
  const identifiers = identifiersOf(input)
  if (identifiers.length === 0) return []
  await requireUsableReferences(scope, input.data)
  const outcomes = await applyLinkChanges(scope, identifiers, input.data)
  // A link may be named twice: by its id and by its external id, or by an external id in two spellings.
  const isFirst = (_: unknown, index: number) => outcomes.findIndex((outcome) => outcome === outcomes[index]) === index
  return resultsThenErrors(identifiers.map((id) => ({ id })).filter(isFirst), outcomes.filter(isFirst), ({ after, tags, webhookIds }) =>
    presentLink(scope, after, tags, webhookIds),
  )
}
