/** The tags that the links of a page name. */
import type { WorkspaceScope } from '../accounts/index.js'
import { ServiceError } from '../kernel/errors.js'
import { parseElement, updateLinkBodySchema } from '../links/index.js'
import { addMissingTags } from './add-missing.js'
import type { LinksOfPage } from './existing-links.js'
import type { SourceLink } from './providers/index.js'

const tagNamesSchema = updateLinkBodySchema.pick({ tagNames: true })

/**
 * Adds the tags of links that are created or updated; the others are null. Returns the error of each link with a tag that cannot be added.
 * All are added before the first link is stored, because concurrent parts of an import wait for each other's links, too.
 */
export async function addTagsOfPage(
  scope: WorkspaceScope,
  { importId, options }: LinksOfPage,
  stored: readonly (SourceLink | null)[],
): Promise<(ServiceError | null)[]> {
  if (options.dryRun) return stored.map(() => null)
  const names = stored.map((row) => (row ? tagNamesOf(row) : []))
  const errors = await addMissingTags(scope, importId, names.flat())
  return names.map((ofLink) => ofLink.flatMap((name) => errors.get(name.toLowerCase()) ?? [])[0] ?? null)
}

function tagNamesOf({ tagNames }: SourceLink): string[] {
  const input = parseElement(tagNamesSchema, { tagNames })
  return input instanceof ServiceError ? [] : (input.tagNames ?? [])
}
