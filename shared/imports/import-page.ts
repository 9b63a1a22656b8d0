/** Stores one page of a source, in the transaction that also stores the progress. */
import { unlimited, type WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { extendScope } from '../kernel/scope.js'
import type { ImportCounts } from './import-kinds.js'
import { importLinks } from './import-links.js'
import { importObjects } from './import-objects.js'
import { addImportCounts, lockAdditions, usageOfWorkspace } from './import.queries.js'
import type { StartImport } from './import.schema.js'
import type { Page } from './providers/index.js'

export type ImportOptions = Omit<StartImport, 'token' | 'apiUrl' | 'importClicks' | 'selectedGroupTags' | 'createdAfter'>

export interface PageOfImport {
  importId: string
  /** Name of the source. */
  source: string
  /** Domains that belong to the source and cannot be added. */
  ownDomains: readonly string[]
  options: ImportOptions
  page: Page
  /** Index of the first row in the whole import. */
  first: number
}

export interface ImportedPage {
  done: number
  errors: ElementError[]
  counts: ImportCounts
}

/** Objects that exist already are left as they are; links are then reported like other rows that cannot be imported. */
export async function importPage(scope: WorkspaceScope, input: PageOfImport): Promise<Omit<ImportedPage, 'counts'>> {
  const { page, ...rest } = input
  await shareQuotas(scope, input)
  const imported = await (page.kind === 'link'
    ? importLinks(scope, { ...rest, rows: page.rows })
    : importObjects(scope, { ...rest, ...page }))
  // All parts of an import update its row.
  scope.beforeCommit(() => addImportCounts(scope, input.importId, imported.counts))
  return imported
}

/** Pages that concurrent parts of an import may be storing, and more. */
const pagesAtOnce = 10

/** Concurrent parts would both count on the rest of a quota. When it runs short, they are stored one after the other. */
async function shareQuotas(scope: WorkspaceScope, { page, options }: PageOfImport): Promise<void> {
  const { linksUsage, linksLimit, partnersUsage, partnersLimit } = scope.workspace
  const isShort = (usage: number, limit: number) => limit < unlimited && (options.dryRun || limit - usage < page.rows.length * pagesAtOnce)
  if (!isShort(linksUsage, linksLimit) && (page.kind === 'link' || !isShort(partnersUsage, partnersLimit))) return
  await lockAdditions(scope)
  extendScope(scope, { workspace: { ...scope.workspace, ...(await usageOfWorkspace(scope)) } })
}
