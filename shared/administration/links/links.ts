/** Links of all workspaces: what strangers publish on the shared domains, and bans. */
import type { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { blockHost, invalidateLinks, lookupKeyOn } from '../../links/index.js'
import { linkNotFound } from '../errors.js'
import { banLinkRow, countLinksBy, linksForOperator } from './links.queries.js'
import type { BannedLink, banLinkQuerySchema, CountLinks, LinkCountForOperator, LinksForOperator, ListLinks } from './links.schema.js'

/** Without `search` and `domain`, the links that were created on shared domains in the last 30 days. */
export const listLinksForOperator = (scope: AdminScope, query: ListLinks): Promise<LinksForOperator> => linksForOperator(scope, query)

export async function countLinksForOperator(scope: AdminScope, query: CountLinks): Promise<LinkCountForOperator> {
  const rows = await countLinksBy(scope, query)
  if (query.groupBy === 'domain') return rows.map(({ key, _count }) => ({ domain: key ?? '', _count }))
  if (query.groupBy === 'tagId') return rows.map(({ key, _count }) => ({ tagId: key ?? '', _count }))
  if (query.groupBy === 'userId') return rows.map(({ key, _count }) => ({ userId: key, _count }))
  return rows[0]?._count ?? 0
}

/** Bans a link, whose visitors see a notice instead of the destination, and blocks the host of the destination on shared domains. */
export async function banLink(scope: AdminScope, { domain, key }: z.infer<typeof banLinkQuerySchema>): Promise<z.infer<typeof BannedLink>> {
  const link = await banLinkRow(scope, { domain, lookupKey: await lookupKeyOn(scope, domain, key) })
  if (!link) throw linkNotFound()
  invalidateLinks(scope, link)
  const blockedHost = URL.canParse(link.url) ? new URL(link.url).hostname : null
  if (blockedHost) await blockHost(scope, blockedHost)
  return { id: link.id, domain: link.domain, key: link.key, blockedHost }
}
