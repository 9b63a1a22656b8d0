import { plansWith } from '../../shared/accounts/index.js'
import { EventSchema, eventsQuerySchema, listEvents } from '../../shared/analytics/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

export const events = [
  endpoint({
    id: 'listEvents', sdk: 'events.list', tag: 'Events', method: 'GET', path: '/events',
    summary: 'List events',
    description: 'Single clicks, leads or sales, the newest first, each with its link and customer as they are now. Events of links that are gone are left out. Refunds are no events of their own: a sale is listed as it was made.',
    access: workspace('analytics.read'), rate: 'analytics', plans: plansWith('eventLists'),
    query: eventsQuerySchema, output: EventSchema.array(),
    run: ({ scope, query }) => listEvents(scope, query),
  }),
]
