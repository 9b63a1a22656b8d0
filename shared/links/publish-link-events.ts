import { hasWebhookFor, publishWebhookEvent, Workspace, type WorkspaceScope } from '../accounts/index.js'
import { emptyRow } from '../kernel/db/row-mapper.js'
import type { Scope } from '../kernel/scope.js'
import { fillRow } from './link-row.js'
import type { LinkScope } from './link-scope.js'
import { webhooksOfLinks } from './link-webhook.queries.js'
import type { Link } from './link.entity.js'
import { linksByIds, tagsOfLinks } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { presentWithoutPassword, responseProperties } from './present-link.js'

type InWorkspace = Scope & { workspace: Workspace | null }
type LinkTrigger = 'link.created' | 'link.updated' | 'link.deleted'

/** Publishes events with the current state of the links; call it before deleting them. `links` is only loaded if a webhook subscribes. */
export async function publishLinkEvents(
  scope: InWorkspace,
  trigger: LinkTrigger,
  links: readonly Link[] | (() => Promise<readonly Link[]>),
): Promise<void> {
  if (!hasWebhookFor(scope, trigger)) return
  await publishWebhookEvent(scope, trigger, async () => linkEventData(scope, typeof links === 'function' ? await links() : links))
}

/** For jobs, which have no workspace: publishes events to the workspace of each link, with the stored state of the link. */
export async function publishLinkEventsByWorkspace(
  scope: Scope,
  trigger: LinkTrigger,
  links: readonly Pick<Link, 'id' | 'workspaceId'>[],
): Promise<void> {
  const workspaces = await scope.em.find(Workspace, [...new Set(links.flatMap(({ workspaceId }) => workspaceId ?? []))], {
    disableIdentityMap: true,
  })
  for (const workspace of workspaces) {
    const workspaceScope = { ...scope, workspace }
    await publishLinkEvents(workspaceScope, trigger, () =>
      linksByIds(
        workspaceScope,
        links.flatMap(({ id, workspaceId }) => (workspaceId === workspace.id ? id : [])),
      ),
    )
  }
}

/** Event data of links of the workspace by id. Deleted links are omitted. */
export async function linkEventDataById(
  scope: Pick<WorkspaceScope, 'em' | 'config'> & { workspace: { id: string } },
  ids: readonly string[],
) {
  return linkEventData(scope, await linksByIds(scope, ids))
}

const omittedProperties = ['identifier', 'linkRetentionCleanupDisabledAt', 'user'] as const
type LinkEventData = Omit<LinkResponse, (typeof omittedProperties)[number]>
const emptyEventData = emptyRow(responseProperties.filter((property) => !(omittedProperties as readonly string[]).includes(property)))

/** Links as event data: with their webhooks, without their password and without deprecated properties. */
export async function linkEventData(scope: Pick<LinkScope, 'em' | 'config'>, links: readonly Link[]): Promise<LinkEventData[]> {
  const ids = links.map(({ id }) => id)
  const [webhooks, tags] = [await webhooksOfLinks(scope, ids), await tagsOfLinks(scope, ids)]
  return links.map((link) => {
    const response = presentWithoutPassword(scope.config, link, tags.get(link.id) ?? [], webhooks.get(link.id) ?? [])
    return fillRow(emptyEventData, response) as LinkEventData
  })
}
