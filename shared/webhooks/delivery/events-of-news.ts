import { newId } from '../../kernel/ids.js'
/** From news to what is sent. Most news are told as they shall be sent; of clicks only the ids, which are looked up here. */
import type { Scope } from '../../kernel/scope.js'
import { newsOfLinksById } from '../../links/index.js'
import { clicksByIds, presentClick } from '../../tracking/index.js'
import { bodyOf, type ToldEvent } from './event.queries.js'
import type { Hearer, News } from './news.queries.js'

/** The events that somebody hears of, each with those who do. */
export async function eventsOfNews(
  scope: Pick<Scope, 'em' | 'config' | 'pool'>,
  news: readonly News[],
  hearers: readonly Hearer[],
): Promise<ToldEvent[]> {
  const events: ToldEvent[] = []
  for (const one of news) {
    const hearing = hearers.filter(({ workspaceId, triggers }) => workspaceId === one.workspaceId && triggers.includes(one.trigger))
    if (hearing.length === 0) continue
    if (one.trigger === 'link.clicked') events.push(...(await clicksOf(scope, one, hearing)))
    else
      events.push({
        id: one.id,
        workspaceId: one.workspaceId,
        event: one.trigger,
        body: bodyOf({ ...one, event: one.trigger }),
        createdAt: one.createdAt,
        hearers: hearing,
      })
  }
  return events
}

async function clicksOf(
  scope: Pick<Scope, 'em' | 'config' | 'pool'>,
  { workspaceId, data, createdAt }: News,
  hearing: readonly Hearer[],
): Promise<ToldEvent[]> {
  const clicks = await clicksByIds(scope.pool, JSON.parse(data) as string[])
  const links = await newsOfLinksById({ ...scope, workspace: { id: workspaceId } }, [...new Set(clicks.map(({ link_id }) => link_id))])
  const byId = new Map(links.map((link) => [link.id, link]))
  return clicks.flatMap((click) => {
    const link = byId.get(click.link_id)
    const own = link ? hearing.filter((one) => hearsClicksOf(one, link)) : []
    if (own.length === 0) return []
    const id = newId('evt_', createdAt.getTime())
    const body = bodyOf({ id, event: 'link.clicked', createdAt, data: JSON.stringify({ click: presentClick(click, click), link }) })
    return [{ id, workspaceId, event: 'link.clicked' as const, body, createdAt, hearers: own }]
  })
}

interface HeardLink {
  webhookIds: readonly string[]
  folderId?: string | null
}

export function hearsClicksOf({ id, linkScope, folderIds }: Pick<Hearer, 'id' | 'linkScope' | 'folderIds'>, link: HeardLink): boolean {
  if (linkScope === 'links') return link.webhookIds.includes(id)
  if (linkScope === 'folders') return typeof link.folderId === 'string' && folderIds.includes(link.folderId)
  return linkScope === 'workspace'
}
