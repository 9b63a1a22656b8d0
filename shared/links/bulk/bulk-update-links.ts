import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { mostInBulk } from '../limits.js'
import { updateLinkBodySchema } from '../link-input.schema.js'
import { requireReferences, requireTags } from '../link-references.js'
import type { LinkAnswer, LinkErrorAnswer } from '../link.schema.js'
import { asking } from '../look-up.js'
import { mergeLink } from '../merge-link.js'
import { presentLink } from '../present-link.js'
import { changeLinks } from './change-links.js'
import { refusalsLast } from './errors-as-values.js'

const ids = (description: string, most: number) => z.array(z.string()).max(most).default([]).meta({ description })

export const bulkUpdateDataSchema = updateLinkBodySchema.omit({
  domain: true,
  key: true,
  externalId: true,
  linkRetentionCleanupDisabledAt: true,
})
export type BulkUpdateData = z.infer<typeof bulkUpdateDataSchema>

/** The body, for as many links as one answer or an errand can hold. */
export const updateLinksOf = (most: number) =>
  z.object({
    linkIds: ids('Ids of the links. Wins over `externalIds`.', most),
    externalIds: ids('Your own ids of the links.', most),
    data: bulkUpdateDataSchema.meta({ description: 'What to change in each of them.' }),
  })
export const bulkUpdateLinksBodySchema = updateLinksOf(mostInBulk)
export type BulkUpdateLinks = z.infer<typeof bulkUpdateLinksBodySchema>

export const namesOf = ({ linkIds, externalIds }: Pick<BulkUpdateLinks, 'linkIds' | 'externalIds'>) => [
  ...new Set(linkIds.length > 0 ? linkIds : externalIds.map((id) => `ext_${id.replace(/^ext_/, '')}`)),
]

/** Tags and a folder that cannot be used refuse the whole request, as they would refuse each of its links. */
export async function requireUsable(scope: WorkspaceScope, data: BulkUpdateData): Promise<void> {
  const look = asking(scope)
  await requireTags(look, data)
  await requireReferences(scope, mergeLink(data, null), null, look)
}

/** Changes links alike: those that were changed, then an error for each that was not. */
export async function bulkUpdateLinks(scope: WorkspaceScope, said: BulkUpdateLinks): Promise<(LinkAnswer | LinkErrorAnswer)[]> {
  const names = namesOf(said)
  if (names.length === 0) return []
  await requireUsable(scope, said.data)
  return refusalsLast(
    names.map((id) => ({ id })),
    await changeLinks(scope, names, said.data),
    ({ after, tags, webhookIds }) => presentLink(scope.config, after, tags, webhookIds),
  )
}
