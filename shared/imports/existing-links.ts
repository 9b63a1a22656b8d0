/** Links of an import that exist already: those of the workspace are updated on request. */
import type { WorkspaceScope } from '../accounts/index.js'
import { inSavepoint } from '../kernel/db/in-savepoint.queries.js'
import { ServiceError } from '../kernel/errors.js'
import { parseElement, resultOrError, rootKey, updateLink, updateLinkBodySchema, utmOf } from '../links/index.js'
import type { ImportOptions, PageOfImport } from './import-page.js'
import { type ExistingLink, existingLinks } from './imported-links.queries.js'
import { insertImportedObjects } from './imported-objects.queries.js'
import type { SourceLink } from './providers/index.js'

/** A link as it would be created, and the form in which its domain compares its key. */
export type LinkToImport = SourceLink & { lookupKey: string }
export type LinksOfPage = Omit<PageOfImport, 'page'> & { rows: (SourceLink | null)[] }
type ExistingLinks = Map<string, ExistingLink>

export const addressOf = ({ domain, lookupKey }: LinkToImport) => `${domain}/${lookupKey}`

/** Links that exist already, by address. For a dry run also those that would come with the domains that the import would add. */
export async function findExisting(
  scope: WorkspaceScope,
  { options }: LinksOfPage,
  rows: readonly LinkToImport[],
  refused: ReadonlyMap<string, ServiceError>,
): Promise<ExistingLinks> {
  const existing = await existingLinks(scope, rows)
  if (options.dryRun && options.addDomains)
    for (const row of rows)
      if (row.key === rootKey && !existing.has(addressOf(row)) && !refused.has(row.domain))
        existing.set(addressOf(row), { id: '', isEmpty: true })
  return existing
}

/** Customers of the source belong to links that exist here already, too. */
export async function recordExistingLinks(
  scope: WorkspaceScope,
  { importId }: LinksOfPage,
  rows: readonly (LinkToImport | null)[],
  existing: ExistingLinks,
): Promise<void> {
  const objects = rows.flatMap((row) => {
    const objectId = row && existing.get(addressOf(row))?.id
    return typeof row?.sourceId === 'string' && typeof objectId === 'string' ? [{ sourceId: row.sourceId, objectId, isNew: false }] : []
  })
  await insertImportedObjects(scope, importId, 'link', objects)
}

/** Whether `updateExisting` changes the link at the address of the row, if there is one. */
export function isToUpdate({ overwrite }: ImportOptions, row: LinkToImport, existing: ExistingLinks): boolean {
  const link = existing.get(addressOf(row))
  return Boolean(link && link.id !== null && (overwrite || (link.isEmpty && row.url !== '')))
}

/**
 * Updates links of the workspace in place of reporting them: all on request, and otherwise those without a destination, which the bare
 * domains got with the domain. A row without a destination changes such a link only on request. A dry run only checks the fields.
 */
export async function updateExisting(
  scope: WorkspaceScope,
  { dryRun, overwrite }: ImportOptions,
  rows: readonly (LinkToImport | null)[],
  existing: ExistingLinks,
  outcomes: (object | ServiceError)[],
): Promise<void> {
  const filled = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const link = row && outcomes[index] instanceof ServiceError ? existing.get(addressOf(row)) : undefined
    if (!row || !link || link.id === null) continue
    const isEmpty = link.isEmpty && !filled.has(addressOf(row))
    const hasNothing = row.url === '' && !overwrite
    if (hasNothing) outcomes[index] = {}
    if (hasNothing || !(overwrite || isEmpty)) continue
    filled.add(addressOf(row))
    outcomes[index] = await update(scope, link.id, row, dryRun)
  }
}

/** In place of those that a changed URL takes over from the former one. */
const absentCampaign = (url: string) =>
  URL.canParse(url) ? Object.fromEntries(Object.entries(utmOf(url)).filter(([, value]) => value === null)) : {}

async function update(scope: WorkspaceScope, linkId: string, row: LinkToImport, dryRun: boolean | undefined): Promise<object> {
  const { domain: _domain, key: _key, lookupKey: _lookupKey, url, ...fields } = row
  const input = parseElement(updateLinkBodySchema, url === '' ? fields : { ...absentCampaign(url), ...fields, url })
  return dryRun || input instanceof ServiceError ? input : resultOrError(() => inSavepoint(scope, () => updateLink(scope, linkId, input)))
}
