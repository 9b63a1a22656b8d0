/** `/stats/{key}` leads to the shared dashboard of a link. */
import type { DomainRecord } from '../../shared/links/index.js'
import type { RedirectContext } from './context.js'
import { type Reply, redirectTo } from './reply.js'
import { findLink } from './resolve-link.js'

export const dashboardPrefix = 'stats/'

/** For a key that begins with `dashboardPrefix`. Null for an unknown link and one whose dashboard is not shared. */
export async function dashboardReply(context: RedirectContext, domain: DomainRecord, key: string): Promise<Reply | null> {
  const link = await findLink(context, domain, key.slice(dashboardPrefix.length))
  const id = link && (await context.directory.dashboardOf(link.id))
  return id ? redirectTo(302, `${context.config.baseUrl}/share/${id}`) : null
}
