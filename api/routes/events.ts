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
      'Single clicks, leads or sales, the newest first, each with its link and customer as they are now. Events of links that are gone are left out. Refunds are no events of their own: a sale is listed as it was made; analytics takes off what was given back.\n\nWith `Accept: text/event-stream`, events are sent as they happen, as server-sent events named `click`, `lead` or `sale`, those of all kinds unless `event` names one. Whoever comes again with `Last-Event-ID` gets what was stored since, each event once, of the last 24 hours at most. A stream ends after five minutes, and browsers come again by themselves; a workspace may have 20 open.',
    access: workspace('analytics.read'),
    rate: 'analytics',
    plans: plansWith('eventLists'),
    query: eventsQuerySchema,
    output: EventSchema.array(),
    events: ({ scope, query, lastEventId }) => watchEvents(scope, query, lastEventId),
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
