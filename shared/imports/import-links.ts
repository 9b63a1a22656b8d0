/** Imports one page of links. */
import type { WorkspaceScope } from '../accounts/index.js'
import { ServiceError } from '../kernel/errors.js'
import {
  createLinkBodySchema,
  createLinks,
  lookupKeysOf,
  type NewLink,
  parseElement,
  requireQuotaForLinks,
  rootKey,
  slugsOfNames,
} from '../links/index.js'
import { refusedDomains } from './add-missing.js'
import { alreadyExists, errorOf, malformedRow, urlMissing } from './errors.js'
import {
  addressOf,
  findExisting,
  isToUpdate,
  type LinksOfPage,
  type LinkToImport,
  recordExistingLinks,
  updateExisting,
} from './existing-links.js'
import { countKinds } from './import-kinds.js'
import { plannedObjects } from './import-objects.js'
import type { ImportedPage, ImportOptions } from './import-page.js'
import { disableLinks, insertImportedLinks } from './imported-links.queries.js'
import { importedObjectIds, insertImportedObjects } from './imported-objects.queries.js'
import type { SourceLink } from './providers/index.js'
import { present } from './providers/provider.js'
import { instantOf } from './source-values.js'
import { addTagsOfPage } from './tags-of-page.js'

export async function importLinks(scope: WorkspaceScope, input: LinksOfPage): Promise<ImportedPage> {
  const { options, first } = input
  const references = await referencesOf(scope, input)
  const links = input.rows.map((link) => link && withoutEndedTest(mapped(link, options, references), scope.now()))
  const named = await withSlugs(scope, links)
  const domains = new Set(named.filter(isPresent).map(({ domain }) => domain))
  const refused = await refusedDomains(scope, [...domains], input)
  const rows = await withLookupKeys(scope, named)
  const existing = await findExisting(scope, input, rows.filter(isPresent), refused)
  const inputs = rows.map((row) => {
    if (!row) return malformedRow()
    if (row.url === '' && row.key !== rootKey) return urlMissing()
    const error = refused.get(row.domain)
    if (error) return error
    return existing.has(addressOf(row)) ? alreadyExists(row.domain, row.key) : newLinkOf(scope, row)
  })
  const withinQuota = await withinLinkQuota(scope, input, withoutRepeats(rows, inputs))
  const onUsableDomains = rows.map((row) => (row && refused.has(row.domain) ? null : row))
  const stored = onUsableDomains.map((row, index) =>
    row && (!(withinQuota[index] instanceof ServiceError) || isToUpdate(options, row, existing)) ? row : null,
  )
  const tagErrors = await addTagsOfPage(scope, input, stored)
  const withTags = withinQuota.map((link, index) => tagErrors[index] ?? link)
  const outcomes = options.dryRun ? await plan(scope, input, rows, withTags) : await create(scope, input, rows, withTags)
  const updatable = onUsableDomains.map((row, index) => (tagErrors[index] ? null : row))
  await updateExisting(scope, options, updatable, existing, outcomes)
  await recordExistingLinks(scope, input, rows, existing)
  const { counts, add } = countKinds()
  const errors = outcomes.flatMap((outcome, offset) => {
    const isFound = outcome instanceof ServiceError ? isConflict(outcome) && isTaken(offset) : existingRow(offset)
    add('link', isFound ? 'existing' : outcome instanceof ServiceError ? 'refused' : 'created')
    if (!(outcome instanceof ServiceError)) return []
    const row = rows[offset]
    const element = row ? { link: `${row.domain}/${row.key}`, url: row.url } : {}
    return [{ index: first + offset, element, error: outcome.message, code: outcome.code }]
  })
  return { done: outcomes.length - errors.length, errors, counts }

  function existingRow(offset: number): boolean {
    const row = rows[offset]
    return Boolean(row && existing.has(addressOf(row)))
  }

  /** Domains can be in conflict too, and the creation of a link for other reasons than its address. */
  function isTaken(offset: number): boolean {
    return isConflict(withinQuota[offset]) && !refused.has(rows[offset]?.domain ?? '')
  }
}

const isConflict = (outcome: unknown) => outcome instanceof ServiceError && outcome.code === 'conflict'

/** The folders and partners of the source that the links belong to. */
async function referencesOf(scope: WorkspaceScope, { importId, rows }: LinksOfPage) {
  const sourceIds = (field: 'sourceFolder' | 'sourcePartner') => rows.flatMap((row) => present(row?.[field]) ?? [])
  return {
    folders: await importedObjectIds(scope, importId, 'folder', sourceIds('sourceFolder')),
    partners: await importedObjectIds(scope, importId, 'partner', sourceIds('sourcePartner')),
    programId: scope.workspace.defaultProgramId,
  }
}

const isPresent = <Value>(value: Value | null): value is Value => value !== null

/** Names domains by their slugs: sources name them with any letters, and with `www.`. */
async function withSlugs(scope: WorkspaceScope, rows: readonly (SourceLink | null)[]): Promise<(SourceLink | null)[]> {
  const names = new Set(rows.filter(isPresent).map(({ domain }) => domain))
  const slugs = await slugsOfNames(scope, [...names])
  return rows.map((row) => row && { ...row, domain: slugs.get(row.domain) as string })
}

async function withLookupKeys(scope: WorkspaceScope, rows: readonly (SourceLink | null)[]): Promise<(LinkToImport | null)[]> {
  const lookupKeys = await lookupKeysOf(scope, rows.filter(isPresent))
  return rows.map((row) => row && { ...row, lookupKey: lookupKeys.shift() as string })
}

function mapped(
  { sourceFolder, sourcePartner, ...link }: SourceLink,
  { domains, folderId, importTags }: ImportOptions,
  { folders, partners, programId }: Awaited<ReturnType<typeof referencesOf>>,
): SourceLink {
  const folder = folders.get(String(sourceFolder)) ?? folderId
  const partnerId = partners.get(String(sourcePartner))
  return {
    ...link,
    domain: domains[link.domain] ?? link.domain,
    tagNames: importTags && link.tagNames && link.tagNames.length > 0 ? link.tagNames : undefined,
    ...(folder === undefined ? {} : { folderId: folder }),
    ...(partnerId !== undefined && programId ? { partnerId, programId } : {}),
  }
}

function newLinkOf(scope: WorkspaceScope, row: LinkToImport): NewLink | ServiceError {
  const input = parseElement(createLinkBodySchema, row)
  const createdAt = instantOf(row.createdAt, scope.now())
  return input instanceof ServiceError || !createdAt || createdAt > scope.now() ? input : { ...input, createdAt }
}

/** The destination of a test that has ended is that of the link. */
function withoutEndedTest({ testVariants, testStartedAt, testCompletedAt, ...link }: SourceLink, now: Date): SourceLink {
  const isRunning = Date.parse(String(testCompletedAt)) > now.getTime()
  return isRunning ? { ...link, testVariants, testStartedAt, testCompletedAt } : link
}

/** What `create` would do. Objects of later pages may refer to the links that it would create. */
async function plan(
  scope: WorkspaceScope,
  { importId }: LinksOfPage,
  rows: readonly (SourceLink | null)[],
  outcomes: (object | ServiceError)[],
) {
  const objects = outcomes.flatMap((outcome, index) => {
    const sourceId = rows[index]?.sourceId
    return outcome instanceof ServiceError || sourceId === undefined ? [] : [{ sourceId, objectId: '', isNew: true }]
  })
  await insertImportedObjects(scope, importId, 'link', objects)
  return outcomes
}

/** Links beyond the quota of the workspace are refused. A dry run counts those that it would have created on earlier pages. */
async function withinLinkQuota<Input extends object>(
  scope: WorkspaceScope,
  { importId, options }: LinksOfPage,
  inputs: readonly (Input | ServiceError)[],
): Promise<(Input | ServiceError)[]> {
  let { links } = options.dryRun ? await plannedObjects(scope, importId) : { links: 0 }
  return inputs.map((input) => {
    if (input instanceof ServiceError) return input
    const refused = errorOf(() => requireQuotaForLinks(scope, links + 1))
    if (!refused) links++
    return refused ?? input
  })
}

/** Of two rows with the same address, the first is imported. */
function withoutRepeats<Input extends object>(
  rows: readonly (LinkToImport | null)[],
  inputs: readonly (Input | ServiceError)[],
): (Input | ServiceError)[] {
  const seen = new Set<string>()
  return inputs.map((input, index) => {
    const row = rows[index]
    if (!row || input instanceof ServiceError) return input
    if (seen.has(addressOf(row))) return alreadyExists(row.domain, row.key)
    seen.add(addressOf(row))
    return input
  })
}

async function create(
  scope: WorkspaceScope,
  { importId }: LinksOfPage,
  rows: readonly (SourceLink | null)[],
  inputs: Parameters<typeof createLinks>[1],
) {
  const outcomes = await createLinks(scope, inputs)
  const imported = outcomes.flatMap((outcome, index) => {
    if (outcome instanceof ServiceError) return []
    const { clicks = 0, createdAt } = rows[index] as SourceLink
    return [{ linkId: outcome.link.id, openingClicks: clicks, sourceCreatedAt: instantOf(createdAt, scope.now())?.toISOString() ?? null }]
  })
  await insertImportedLinks(scope, importId, imported)
  await disableLinks(scope, disabledLinks(scope, rows, outcomes))
  const objects = outcomes.flatMap((outcome, index) => {
    const sourceId = rows[index]?.sourceId
    return outcome instanceof ServiceError || sourceId === undefined ? [] : [{ sourceId, objectId: outcome.link.id, isNew: true }]
  })
  await insertImportedObjects(scope, importId, 'link', objects)
  return outcomes
}

/** Those that do not redirect at the source do not redirect here. */
function disabledLinks(
  scope: WorkspaceScope,
  rows: readonly (SourceLink | null)[],
  outcomes: readonly Awaited<ReturnType<typeof createLinks>>[number][],
) {
  return outcomes.flatMap((outcome, index) => {
    const disabledAt = present(rows[index]?.disabledAt)
    if (outcome instanceof ServiceError || disabledAt === undefined) return []
    return [{ linkId: outcome.link.id, disabledAt: (instantOf(disabledAt, scope.now()) ?? scope.now()).toISOString() }]
  })
}
