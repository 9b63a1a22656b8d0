/** Adds the domains and tags that imported links name, and records them, so that the undo of the import deletes them. */
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../kernel/errors.js'
import { createDomain, createDomainBodySchema, createTag, parseElement, requireFreeSlug, resultOrError } from '../links/index.js'
import { domainMissing, domainOfProvider } from './errors.js'
import type { PageOfImport } from './import-page.js'
import { existingTagNames, lockAdditions, usableDomains } from './import.queries.js'
import { type ImportedObject, insertImportedObjects } from './imported-objects.queries.js'

/** The error of each domain that cannot be used. Adds missing domains, if that is wanted and permitted. */
export async function refusedDomains(
  scope: WorkspaceScope,
  domains: readonly string[],
  { importId, ownDomains, options: { dryRun, addDomains } }: Omit<PageOfImport, 'page'>,
): Promise<Map<string, ServiceError>> {
  let usable = await usableDomains(scope, domains)
  if (usable.size < domains.length && addDomains && !dryRun) {
    await lockAdditions(scope)
    usable = await usableDomains(scope, domains)
  }
  const errors = new Map<string, ServiceError>()
  for (const domain of domains) {
    if (usable.has(domain)) continue
    const error = ownDomains.includes(domain)
      ? domainOfProvider(domain)
      : addDomains && scope.actor.permissions.has('domains.write' satisfies Permission)
        ? await (dryRun ? resultOrError(() => requireFreeSlug(scope, domain)) : addDomain(scope, importId, domain))
        : domainMissing(domain)
    if (error instanceof ServiceError) errors.set(domain, error)
  }
  return errors
}

async function addDomain(scope: WorkspaceScope, importId: string, slug: string): Promise<ServiceError | null> {
  const input = parseElement(createDomainBodySchema, { slug })
  if (input instanceof ServiceError) return input
  try {
    const { id } = await createDomain(scope, input)
    await insertImportedObjects(scope, importId, 'domain', [{ sourceId: slug, objectId: id, isNew: true }])
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

/** Creates the tags that the workspace does not have. Returns the error of each that cannot be created, by its name in lower case. */
export async function addMissingTags(
  scope: WorkspaceScope,
  importId: string,
  names: readonly string[],
): Promise<Map<string, ServiceError>> {
  const errors = new Map<string, ServiceError>()
  // Of several spellings the first counts, and if the limit of tags is near, the first names.
  const byLowerCase = new Map<string, string>()
  for (const name of names) if (!byLowerCase.has(name.toLowerCase())) byLowerCase.set(name.toLowerCase(), name)
  let existing = await existingTagNames(scope, [...byLowerCase.keys()])
  if (existing.size === byLowerCase.size) return errors
  await lockAdditions(scope)
  existing = await existingTagNames(scope, [...byLowerCase.keys()])
  const added: ImportedObject[] = []
  for (const [lowerCase, name] of byLowerCase) {
    if (existing.has(lowerCase)) continue
    const tag = await resultOrError(() => inSavepoint(scope, () => createTag(scope, { name })))
    if (tag instanceof ServiceError) errors.set(lowerCase, tag)
    else added.push({ sourceId: lowerCase, objectId: tag.id, isNew: true })
  }
  await insertImportedObjects(scope, importId, 'tag', added)
  return errors
}
