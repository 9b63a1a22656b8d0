/** Builds webhook events from outbox entries. Most entries hold the complete `data`; click entries hold only ids, which are resolved here. */
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { linkEventDataById } from '../../links/index.js'
import { findClicks, presentClick } from '../../tracking/index.js'
import { serializeEvent, type SubscribedEvent } from './event.queries.js'
import type { Subscriber, OutboxEntry } from './outbox.queries.js'

/** The events with at least one subscriber. */
export async function buildEvents(
  scope: Pick<Scope, 'em' | 'config' | 'pool'>,
  entries: readonly OutboxEntry[],
  subscribers: readonly Subscriber[],
): Promise<SubscribedEvent[]> {
  const events: SubscribedEvent[] = []
  for (const entry of entries) {
    const matching = subscribers.filter(
      ({ workspaceId, triggers }) => workspaceId === entry.workspaceId && triggers.includes(entry.trigger),
    )
    if (matching.length === 0) continue
    if (entry.trigger === 'link.clicked') events.push(...(await buildClickEvents(scope, entry, matching)))
    else
      events.push({
        id: entry.id,
        workspaceId: entry.workspaceId,
        event: entry.trigger,
        body: serializeEvent({ ...entry, event: entry.trigger }),
        createdAt: entry.createdAt,
        subscribers: matching,
      })
  }
  return events
}

async function buildClickEvents(
  scope: Pick<Scope, 'em' | 'config' | 'pool'>,
  { workspaceId, data, createdAt }: OutboxEntry,
  matching: readonly Subscriber[],
): Promise<SubscribedEvent[]> {
  const clicks = await findClicks(scope, JSON.parse(data) as string[])
  const links = await linkEventDataById({ ...scope, workspace: { id: workspaceId } }, [...new Set(clicks.map(({ link_id }) => link_id))])
  const byId = new Map(links.map((link) => [link.id, link]))
  return clicks.flatMap((click) => {
    const link = byId.get(click.link_id)
    const interested = link ? matching.filter((subscriber) => subscribesToClicksOf(subscriber, link)) : []
    if (interested.length === 0) return []
    const id = newId('evt_', createdAt.getTime())
    const body = serializeEvent({ id, event: 'link.clicked', createdAt, data: JSON.stringify({ click: presentClick(click, click), link }) })
    return [{ id, workspaceId, event: 'link.clicked' as const, body, createdAt, subscribers: interested }]
  })
}

interface ClickedLink {
  webhookIds: readonly string[]
  folderId?: string | null
}

/** Whether the click scope of a webhook includes the link. */
export function subscribesToClicksOf(
  { id, linkScope, folderIds }: Pick<Subscriber, 'id' | 'linkScope' | 'folderIds'>,
  link: ClickedLink,
): boolean {
  if (linkScope === 'links') return link.webhookIds.includes(id)
  if (linkScope === 'folders') return typeof link.folderId === 'string' && folderIds.includes(link.folderId)
  return linkScope === 'workspace'
}
