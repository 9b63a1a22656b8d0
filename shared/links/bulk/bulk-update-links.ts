import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { changeLink } from '../change-link.js'
import { mostInBulk } from '../limits.js'
import { updateLinkBodySchema } from '../link-input.schema.js'
import { requireReferences, requireTags } from '../link-references.js'
import type { LinkAnswer, LinkErrorAnswer } from '../link.schema.js'
import { mergeLink } from '../merge-link.js'
import { requireLink } from '../require-link.js'
import { orError, refusalsLast } from './errors-as-values.js'

const ids = (description: string) => z.array(z.string()).max(mostInBulk).default([]).meta({ description })

export const bulkUpdateLinksBodySchema = z.object({
  linkIds: ids('Ids of the links. Wins over `externalIds`.'),
  externalIds: ids('Your own ids of the links.'),
  data: updateLinkBodySchema.omit({ domain: true, key: true, externalId: true, linkRetentionCleanupDisabledAt: true }).meta({ description: 'What to change in each of them.' }),
})
export type BulkUpdateLinks = z.infer<typeof bulkUpdateLinksBodySchema>

/**
 * Changes links alike: those that were changed, then an error for each that was not. Tags and a folder that cannot be used
 * refuse the whole request, as they would refuse each of its links.
 */
export async function bulkUpdateLinks(scope: WorkspaceScope, { linkIds, externalIds, data }: BulkUpdateLinks): Promise<(LinkAnswer | LinkErrorAnswer)[]> {
  const names = linkIds.length > 0 ? linkIds : externalIds.map((id) => `ext_${id.replace(/^ext_/, '')}`)
  if (names.length === 0) return []
  await requireTags(scope, data)
  await requireReferences(scope, mergeLink(data, null), null)
  const results: (LinkAnswer | LinkErrorAnswer)[] = []
  // In one order for everybody, so that two requests over the same links cannot wait for each other.
  for (const id of [...new Set(names)].sort()) results.push(await orError({ id }, async () => changeLink(scope, await requireLink(scope, id, { locked: true }), data)))
  return refusalsLast(results)
}
