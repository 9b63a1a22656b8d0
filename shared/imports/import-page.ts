/** Stores one page of links, in the transaction that also stores the progress. */
import type { Permission, WorkspaceScope } from '../accounts/index.js'
import type { ElementError } from '../background-operations/index.js'
import { ServiceError } from '../kernel/errors.js'
import { createDomain, createDomainBodySchema, createLinkBodySchema, createLinks, createTag, parseElement } from '../links/index.js'
import { alreadyExists, domainMissing, domainOfProvider, malformedRow } from './errors.js'
import { existingLinks, existingTagNames, insertImportedLinks, lockAdditions, usableDomains } from './import.queries.js'
import type { StartImport } from './import.schema.js'
import type { Page, SourceLink } from './providers/index.js'

export type ImportOptions = Omit<StartImport, 'token' | 'apiUrl'>

interface PageOfImport {
  importId: string
  /** Domains that belong to the source and cannot be added. */
  ownDomains: readonly string[]
  options: ImportOptions
  page: Page
  /** Index of the first row in the whole import. */
  first: number
}

/** Links that exist already are reported like other rows that cannot be imported, and left as they are. */
export async function importPage(scope: WorkspaceScope, input: PageOfImport): Promise<{ done: number; errors: ElementError[] }> {
  const { page, options, first } = input
  const rows = page.links.map((link) => link && mapped(link, options))
  const refused = await refusedDomains(scope, rows, input)
  const existing = await existingLinks(scope, rows.filter(isPresent))
  const inputs = rows.map((row) => {
    if (!row) return malformedRow()
    const error = refused.get(row.domain)
    if (error) return error
    return existing.has(addressOf(row)) ? alreadyExists(row.domain, row.key) : parseElement(createLinkBodySchema, row)
  })
  const outcomes = options.dryRun ? withoutRepeats(rows, inputs) : await create(scope, input, rows, inputs)
  const errors = outcomes.flatMap((outcome, offset) => {
    if (!(outcome instanceof ServiceError)) return []
    const row = rows[offset]
    const element = row ? { link: `${row.domain}/${row.key}`, url: row.url } : {}
    return [{ index: first + offset, element, error: outcome.message, code: outcome.code }]
  })
  return { done: outcomes.length - errors.length, errors }
}

const isPresent = <Value>(value: Value | null): value is Value => value !== null
const addressOf = ({ domain, key }: SourceLink) => `${domain}/${key}`.toLowerCase()

const mapped = (link: SourceLink, { domains, folderId, importTags }: ImportOptions): SourceLink => ({
  ...link,
  domain: domains[link.domain] ?? link.domain,
  tagNames: importTags && link.tagNames && link.tagNames.length > 0 ? link.tagNames : undefined,
  ...(folderId === undefined ? {} : { folderId }),
})

/** Of two rows with the same address, the first would be imported. */
function withoutRepeats(rows: readonly (SourceLink | null)[], inputs: readonly (object | ServiceError)[]) {
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
  { importId }: PageOfImport,
  rows: readonly (SourceLink | null)[],
  inputs: Parameters<typeof createLinks>[1],
) {
  await addMissingTags(
    scope,
    inputs.flatMap((input) => (input instanceof ServiceError ? [] : ([input.tagNames].flat().filter(Boolean) as string[]))),
  )
  const outcomes = await createLinks(scope, inputs)
  const imported = outcomes.flatMap((outcome, index) => {
    if (outcome instanceof ServiceError) return []
    const { clicks = 0, createdAt } = rows[index] as SourceLink
    return [{ linkId: outcome.link.id, openingClicks: clicks, sourceCreatedAt: instantOf(createdAt) }]
  })
  await insertImportedLinks(scope, importId, imported)
  return outcomes
}

function instantOf(text: string | null | undefined): string | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The error of each domain that cannot be used. Adds missing domains, if that is wanted and permitted. */
async function refusedDomains(
  scope: WorkspaceScope,
  rows: readonly (SourceLink | null)[],
  { ownDomains, options: { dryRun, addDomains } }: PageOfImport,
): Promise<Map<string, ServiceError>> {
  const domains = [...new Set(rows.filter(isPresent).map(({ domain }) => domain))]
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
        ? dryRun || (await addDomain(scope, domain))
        : domainMissing(domain)
    if (error instanceof ServiceError) errors.set(domain, error)
  }
  return errors
}

async function addDomain(scope: WorkspaceScope, slug: string): Promise<ServiceError | null> {
  const input = parseElement(createDomainBodySchema, { slug })
  if (input instanceof ServiceError) return input
  try {
    await createDomain(scope, input)
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

async function addMissingTags(scope: WorkspaceScope, names: readonly string[]): Promise<void> {
  // Of several spellings the first counts.
  const byLowerCase = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  let existing = await existingTagNames(scope, [...byLowerCase.keys()])
  if (existing.size === byLowerCase.size) return
  await lockAdditions(scope)
  existing = await existingTagNames(scope, [...byLowerCase.keys()])
  for (const [lowerCase, name] of byLowerCase) if (!existing.has(lowerCase)) await createTag(scope, { name })
}
