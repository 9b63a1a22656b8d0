/** Links of partners on the domain of the program. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { lookupKeysOf, requireQuotaForLinks } from '../../links/index.js'
import { importPartnerLinks, requireProgramDomain } from '../../partners/index.js'
import { alreadyExists, errorOf } from '../errors.js'
import { insertImportedLinks } from '../imported-links.queries.js'
import { ownedLinks } from '../imported-objects.queries.js'
import type { ImportContext, Outcome } from './importer.js'

export interface LinkToStore {
  id: string
  key: string
  /** What the source counted. */
  clicks?: number | undefined
}

export interface PartnerLinkToStore {
  link: LinkToStore
  /** Empty in a dry run if the partner would be created. */
  partnerId: string
  context: ImportContext
}

/** Links that the partner has already stay as they are. Keys of others, and links beyond the quota, are refused. */
export async function storePartnerLinks(scope: WorkspaceScope, links: readonly PartnerLinkToStore[]): Promise<Outcome[]> {
  const [first] = links
  if (!first) return []
  const { importId, options } = first.context
  const domain = await requireProgramDomain(scope)
  const lookupKeys = await lookupKeysOf(
    scope,
    links.map(({ link: { key } }) => ({ domain, key })),
  )
  const owned = await ownedLinks(scope, domain, lookupKeys)
  const planned = new Set<string>()
  const decided = links.map(({ link: { key }, partnerId, context }, index): Outcome => {
    const lookupKey = lookupKeys[index] as string
    const existing = owned.get(lookupKey)
    if (existing && existing.partnerId === partnerId) return { objectId: existing.id, isNew: false }
    if (existing || planned.has(lookupKey)) return alreadyExists(domain, key)
    const refused = errorOf(() => requireQuotaForLinks(scope, context.planned.links + 1))
    if (refused) return refused
    context.planned.links++
    planned.add(lookupKey)
    return { objectId: '', isNew: true }
  })
  if (options.dryRun) return decided
  const newLinks = links.filter((_, index) => isNew(decided[index]))
  const created = await importPartnerLinks(
    scope,
    newLinks.map(({ link, partnerId }) => ({ partnerId, key: link.key })),
  )
  const balances = newLinks.flatMap(({ link }, index) => {
    const linkId = created[index]
    return typeof linkId === 'string' ? [{ linkId, openingClicks: link.clicks ?? 0, sourceCreatedAt: null }] : []
  })
  await insertImportedLinks(scope, importId, balances)
  return decided.map((outcome): Outcome => {
    if (!isNew(outcome)) return outcome
    const objectId = created.shift() as string | ServiceError
    return objectId instanceof ServiceError ? objectId : { objectId, isNew: true }
  })
}

const isNew = (outcome: Outcome | undefined) => outcome !== undefined && !(outcome instanceof ServiceError) && outcome.isNew
