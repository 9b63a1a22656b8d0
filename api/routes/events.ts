import { plansWith } from '../../shared/accounts/index.js'
import {
  EventSchema,
  eventsQuerySchema,
  exportEvents,
  exportEventsQuerySchema,
  listEvents,
  watchEvents,
} from '../../shared/analytics/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

export const events = [
  endpoint({
    id: 'listEvents',
    sdk: 'events.list',
    tag: 'Events',
    method: 'GET',
    path: '/events',
    summary: 'List events',
    description:
      'Lists clicks, leads or sales, newest first, each with the current state of its link and customer. ' +
      'Events of deleted links are left out. Links are shown without their password, customers by id only without the permission `customers.read`. ' +
      'Refunds are not listed: a sale keeps its original amount here, and analytics subtracts the refunds.\n\n' +
      'With `Accept: text/event-stream`, new events are sent as server-sent events named `click`, `lead` or `sale`: all kinds, or only those of `event`. ' +
      'A client that reconnects with `Last-Event-ID` receives every event stored since then exactly once, for up to 24 hours. ' +
      'A stream ends after five minutes; browsers reconnect automatically. A workspace may have 20 open streams.',
    access: workspace('analytics.read'),
    rate: 'analytics',
    plans: plansWith('eventLists'),
    query: eventsQuerySchema,
    output: EventSchema.array(),
    events: ({ scope, query, lastEventId, signal }) => watchEvents(scope, query, lastEventId, signal),
    run: ({ scope, query }) => listEvents(scope, query),
  }),
  endpoint({
    id: 'exportEvents',
    method: 'GET',
    path: '/events/export',
    hidden: true,
    access: workspace('analytics.read'),
    rate: 'analytics',
    plans: plansWith('eventLists'),
    query: exportEventsQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportEvents(scope, query)),
  }),
]
