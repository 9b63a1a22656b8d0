import { planHas } from '../../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { newsAtOnce } from '../limits.js'
import { endOfRetries } from '../log/replay-deliveries.js'
import { insertEvents } from './event.queries.js'
import { eventsOfNews, type ToldEvent } from './events-of-news.js'
import { hearersIn, takeNews } from './news.queries.js'

export interface PassedOn {
  /** Whether there may be more. */
  more: boolean
  events: readonly ToldEvent[]
}

/** Makes news into events and deliveries, one of each event for every webhook that hears of it: all of a batch in one transaction. */
export async function passOnNews(from: JobScope): Promise<PassedOn> {
  const scope = forkScope(from)
  return inTransaction(scope, async () => {
    const news = await takeNews(scope.em, newsAtOnce)
    if (news.length === 0) return { more: false, events: [] }
    const hearers = await hearersIn(scope.em, [...new Set(news.map(({ workspaceId }) => workspaceId))])
    const events = await eventsOfNews(scope, news, hearers.filter(({ plan }) => planHas(plan, 'webhooks')))
    const now = scope.now()
    const giveUpAt = endOfRetries(now)
    const deliveries = events.flatMap(({ id, event, hearers: hearing }) => hearing.map((one) => ({ webhookId: one.id, eventId: id, event, at: now, giveUpAt })))
    if (events.length > 0) await insertEvents(scope.em, events, deliveries)
    return { more: news.length === newsAtOnce, events }
  })
}
