import { planHas } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { newsAtOnce } from '../limits.js'
import { insertEvents, type ToldEvent } from './event.queries.js'
import { eventsOfNews } from './events-of-news.js'
import { hearersIn, takeNews } from './news.queries.js'

export interface PassedOn {
  /** Whether there may be more. */
  more: boolean
  events: readonly ToldEvent[]
}

/** Makes news into events, and bundles of them for every webhook that hears of them: all of a batch in one transaction. */
export async function passOnNews(from: JobScope): Promise<PassedOn> {
  const scope = forkScope(from)
  return inTransaction(scope, async () => {
    const news = await takeNews(scope.em, newsAtOnce)
    if (news.length === 0) return { more: false, events: [] }
    const hearers = await hearersIn(scope.em, [...new Set(news.map(({ workspaceId }) => workspaceId))])
    const events = await eventsOfNews(
      scope,
      news,
      hearers.filter(({ plan }) => planHas(plan, 'webhooks')),
    )
    await insertEvents(scope.em, events, scope.now())
    return { more: news.length === newsAtOnce, events }
  })
}
