import { isAwaited, tellNews, Workspace, type WorkspaceScope } from '../accounts/index.js'
import { blankOf } from '../kernel/plain-rows.js'
import type { Scope } from '../kernel/scope.js'
import { filled } from './link-row.js'
import type { LinkScope } from './link-scope.js'
import { webhooksOfLinks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { linksWithIds } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { answerProperties, presentLinks } from './present-link.js'

type InWorkspace = Scope & { workspace: Workspace | null }
type LinkTrigger = 'link.created' | 'link.updated' | 'link.deleted'

/** Tells of links as they are now; of those that go, before they are gone. `links` may be asked for only where somebody listens. */
export async function tellOfLinks(
  scope: InWorkspace,
  trigger: LinkTrigger,
  links: readonly Link[] | (() => Promise<readonly Link[]>),
): Promise<void> {
  if (!isAwaited(scope, trigger)) return
  await tellNews(scope, trigger, async () => newsOfLinks(scope, typeof links === 'function' ? await links() : links))
}

/** The same by jobs, which act for no workspace: each hears of its own links, as they are stored at this moment. */
export async function tellWorkspacesOfLinks(
  scope: Scope,
  trigger: LinkTrigger,
  links: readonly Pick<Link, 'id' | 'workspaceId'>[],
): Promise<void> {
  const workspaces = await scope.em.find(Workspace, [...new Set(links.flatMap(({ workspaceId }) => workspaceId ?? []))], {
    disableIdentityMap: true,
  })
  for (const workspace of workspaces) {
    const there = { ...scope, workspace }
    await tellOfLinks(there, trigger, () =>
      linksWithIds(
        there,
        links.flatMap(({ id, workspaceId }) => (workspaceId === workspace.id ? id : [])),
      ),
    )
  }
}

/** The same for links of the workspace by their ids; those that are gone are left out. */
export async function newsOfLinksById(
  scope: Pick<WorkspaceScope, 'em' | 'config'> & { workspace: { id: string } },
  ids: readonly string[],
) {
  return newsOfLinks(scope, await linksWithIds(scope, ids))
}

const untold = ['identifier', 'linkRetentionCleanupDisabledAt', 'user'] as const
type LinkNews = Omit<LinkAnswer, (typeof untold)[number]>
const blank = blankOf(answerProperties.filter((property) => !(untold as readonly string[]).includes(property)))

/** Links as the news show them: whole, with their webhooks, and without what is there for older callers only. */
export async function newsOfLinks(scope: Pick<LinkScope, 'em' | 'config'>, links: readonly Link[]): Promise<LinkNews[]> {
  const webhooks = await webhooksOfLinks(
    scope,
    links.map(({ id }) => id),
  )
  return (await presentLinks(scope, links)).map((link) => filled(blank, link, { webhookIds: webhooks.get(link.id) ?? [] }) as LinkNews)
}
