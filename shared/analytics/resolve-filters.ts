/** Turns the filters of a query into a selection of events. */
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import { findCustomer } from '../customers/index.js'
import { asciiDomain, findLinkInfo, hiddenFolderIds, requireFolders, requireFoldersOfLinks, rootKey } from '../links/index.js'
import type { Attribute } from '../rollups/index.js'
import type { Filters } from './analytics-query.schema.js'
import { foreignProgram, keyWithoutDomain, usageExceeded } from './errors.js'
import type { AttributeFilter, LinkField, LinkFilter, Selection, ValueFilter } from './event-store.js'
import { filterValues } from './filter-values.js'
import { folderIdsOfLinks } from './group-fields.queries.js'
import { metadataQuery } from './metadata-query.js'

export type ResolvedFilters = Omit<Selection, 'workspaceIds' | 'from' | 'to'>

/**
 * Throws if the caller may not see analytics, or a folder or link that the filters name. Links in other folders that the caller may not
 * read are left out.
 */
export async function resolveFilters(scope: WorkspaceScope, query: Filters): Promise<ResolvedFilters> {
  requireAnalyticsAccess(scope, query)
  const { linkId, domain } = await resolveLinkFilter(query, async (address) => [(await findLinkInfo(scope, address)).id])
  const folders = filterValues(query.folderId)
  await requireReadableFolders(scope, folders, linkId)
  const filters = filtersOf(query, { linkId, domain })
  const { customerId } = filters
  // A customer that was merged has another id since then; events of a deleted one keep their id.
  const customer = customerId === undefined ? null : await findCustomer(scope, { id: customerId })
  return { ...filters, customerId: customer?.id ?? customerId, links: [...filters.links, ...(await visibleFoldersFilter(scope))] }
}

/** The filters of a query whose link was found, without what a caller may see. */
export function filtersOf(query: Filters, { linkId, domain }: LinkSelection): ResolvedFilters {
  const { customerId, saleType } = query
  return {
    attributes: attributeFilters(query, linkId),
    links: linkFilters(query, domain, filterValues(query.folderId)),
    customerId: customerId || undefined,
    saleType,
    metadata: metadataQuery(query.query),
  }
}

/** Throws if the workspace has reached its event limit, or has another program. */
export function requireAnalyticsAccess({ workspace }: InWorkspace, { programId }: Pick<Filters, 'programId'>): void {
  if (workspace.usage > workspace.usageLimit) throw usageExceeded(workspace.plan)
  if (programId && programId !== workspace.defaultProgramId) throw foreignProgram()
}

export interface LinkSelection {
  linkId: ValueFilter | null
  domain: ValueFilter | null
}

/**
 * A link may also be identified by external id, or by domain and key; `findLinks` then returns the ids of the links meant and throws if
 * there is none.
 */
export async function resolveLinkFilter(
  { linkId, externalId, domain, key }: Filters,
  findLinks: (address: { externalId: string } | { domain?: string | undefined; key?: string | undefined }) => Promise<string[]>,
): Promise<LinkSelection> {
  const filters = { linkId: filterValues(linkId), domain: filterValues(domain) }
  if (key !== undefined && domain === undefined) throw keyWithoutDomain()
  if (filters.linkId || (externalId === undefined && key === undefined)) return filters
  const ids = await findLinks(externalId === undefined ? { domain, key } : { externalId })
  return { linkId: { values: ids, negated: false }, domain: null }
}

/** The caller must be able to read the folders in the filters and the folders of the links in the filters. */
async function requireReadableFolders(scope: WorkspaceScope, folders: ValueFilter | null, links: ValueFilter | null): Promise<void> {
  if (folders && !folders.negated) await requireFolders(scope, folders.values, 'folders.read')
  if (links && !links.negated) await requireFoldersOfLinks(scope, await folderIdsOfLinks(scope, links.values), 'folders.read')
}

/** Leaves out the links in folders that the caller must not read. */
async function visibleFoldersFilter(scope: WorkspaceScope): Promise<LinkFilter[]> {
  const hidden = await hiddenFolderIds(scope)
  return hidden.length > 0 ? [{ field: 'folderId', values: hidden, negated: true }] : []
}

const visitorAttributes = [
  'country',
  'city',
  'region',
  'continent',
  'device',
  'browser',
  'os',
  'trigger',
  'referer',
  'refererUrl',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const satisfies readonly Attribute[]

/** As clicks are stored: without query and fragment. */
const toBaseUrl = (text: string) => text.split(/[?#]/, 1)[0] as string

export function attributeFilters(query: Filters, linkId: ValueFilter | null): AttributeFilter[] {
  const filters: Partial<Record<Attribute, ValueFilter | null>> = Object.fromEntries(
    visitorAttributes.map((attribute) => [
      attribute,
      // Earlier clicks have values of campaigns with the spaces of their destination.
      filterValues(query[attribute], { matchesSpaces: attribute.startsWith('utm_') }),
    ]),
  )
  filters.trigger ??= query.qr === true ? { values: ['qr'], negated: false } : null
  filters.linkId = linkId
  filters.baseUrl = filterValues(query.url)
  for (const attribute of ['baseUrl', 'refererUrl'] as const)
    if (filters[attribute]) filters[attribute] = { ...filters[attribute], values: filters[attribute].values.map(toBaseUrl) }
  return Object.entries(filters).flatMap(([attribute, values]) => (values ? [{ attribute: attribute as Attribute, ...values }] : []))
}

function linkFilters(query: Filters, domain: ValueFilter | null, folders: ValueFilter | null): LinkFilter[] {
  const filters: Partial<Record<LinkField, ValueFilter | null>> = {
    domain: domain && { ...domain, values: domain.values.map(asciiDomain) },
    folderId: folders,
    tagId: filterValues(query.tagId) ?? filterValues(query.tagIds),
    tenantId: filterValues(query.tenantId),
    programId: query.programId ? { values: [query.programId], negated: false } : null,
    partnerId: filterValues(query.partnerId),
    groupId: filterValues(query.groupId),
    partnerTagId: filterValues(query.partnerTagId),
    key: query.root === undefined ? null : { values: [rootKey], negated: !query.root },
  }
  return Object.entries(filters).flatMap(([field, values]) => (values ? [{ field: field as LinkField, ...values }] : []))
}
