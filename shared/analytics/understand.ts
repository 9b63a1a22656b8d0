/** From what a caller asks to which events are meant; refuses what the caller may not see. */
import type { InWorkspace, WorkspaceScope } from '../accounts/index.js'
import { findLinkInfo, requireFolder, requireFolderOf, rootKey } from '../links/index.js'
import type { Attribute } from '../tracking/index.js'
import type { Filters } from './analytics-query.schema.js'
import { foreignProgram, keyWithoutDomain, usageExceeded } from './errors.js'
import type { AttributeFilter, LinkField, LinkFilter, Selection, Values } from './event-store.js'
import { filterValues } from './filter-values.js'
import { folderIdsOfLinks } from './group.queries.js'
import { metadataQuery } from './metadata-query.js'

export type Understood = Omit<Selection, 'workspaceId' | 'from' | 'to'>

export async function understand(scope: WorkspaceScope, query: Filters): Promise<Understood> {
  refuseUse(scope, query)
  const { linkId, domain } = await oneLink(scope, query)
  const folders = filterValues(query.folderId)
  await requireReadable(scope, folders, linkId)
  const { customerId, saleType } = query
  return {
    attributes: attributesIn(query, linkId),
    links: linksIn(query, domain, folders),
    customerId: customerId || undefined,
    saleType,
    metadata: metadataQuery(query.query),
  }
}

export function refuseUse({ workspace }: InWorkspace, { programId }: Pick<Filters, 'programId'>): void {
  if (workspace.usage > workspace.usageLimit) throw usageExceeded(workspace.plan)
  // No workspace has a program.
  if (programId) throw foreignProgram()
}

/** One link may be named in other ways than by its id; then it must exist. */
async function oneLink(
  scope: WorkspaceScope,
  { linkId, externalId, domain, key }: Filters,
): Promise<{ linkId: Values | null; domain: Values | null }> {
  const asked = { linkId: filterValues(linkId), domain: filterValues(domain) }
  if (key !== undefined && domain === undefined) throw keyWithoutDomain()
  if (asked.linkId || (externalId === undefined && key === undefined)) return asked
  const link = await findLinkInfo(scope, externalId === undefined ? { domain, key } : { externalId })
  return { linkId: { values: [link.id], negated: false }, domain: null }
}

/** Folders that are named, and those of links that are named, must be open to the caller. */
async function requireReadable(scope: WorkspaceScope, folders: Values | null, links: Values | null): Promise<void> {
  if (folders && !folders.negated) for (const id of folders.values) await requireFolder(scope, id, 'folders.read')
  if (links && !links.negated)
    for (const folderId of await folderIdsOfLinks(scope, links.values)) await requireFolderOf(scope, { folderId }, 'folders.read')
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

const withoutQuery = (text: string) => text.split('?', 1)[0] as string

export function attributesIn(query: Filters, linkId: Values | null): AttributeFilter[] {
  const asked: Partial<Record<Attribute, Values | null>> = Object.fromEntries(
    visitorAttributes.map((attribute) => [attribute, filterValues(query[attribute])]),
  )
  asked.trigger ??= query.qr === true ? { values: ['qr'], negated: false } : null
  asked.linkId = linkId
  asked.baseUrl = filterValues(query.url)
  for (const attribute of ['baseUrl', 'refererUrl'] as const)
    if (asked[attribute]) asked[attribute] = { ...asked[attribute], values: asked[attribute].values.map(withoutQuery) }
  return Object.entries(asked).flatMap(([attribute, values]) => (values ? [{ attribute: attribute as Attribute, ...values }] : []))
}

function linksIn(query: Filters, domain: Values | null, folders: Values | null): LinkFilter[] {
  const asked: Partial<Record<LinkField, Values | null>> = {
    domain: domain && { ...domain, values: domain.values.map((one) => one.toLowerCase()) },
    folderId: folders,
    tagId: filterValues(query.tagId) ?? filterValues(query.tagIds),
    tenantId: filterValues(query.tenantId),
    partnerId: filterValues(query.partnerId),
    groupId: filterValues(query.groupId),
    partnerTagId: filterValues(query.partnerTagId),
    key: query.root === undefined ? null : { values: [rootKey], negated: !query.root },
  }
  return Object.entries(asked).flatMap(([field, values]) => (values ? [{ field: field as LinkField, ...values }] : []))
}
