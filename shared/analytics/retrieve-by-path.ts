/** Legacy paths, whose segments contain the event type and the grouping. */
import { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import type { AnalyticsQuery } from './analytics-query.schema.js'
import { AnalyticsSchema } from './analytics.schema.js'
import { eventKinds } from './event-store.js'
import type { groupBys } from './groups.js'
import { parseResult, retrieveAnalytics } from './retrieve-analytics.js'

/** The last segment of the path -> grouping. */
const groupings = {
  clicks: 'count',
  count: 'count',
  timeseries: 'timeseries',
  country: 'countries',
  countries: 'countries',
  city: 'cities',
  cities: 'cities',
  device: 'devices',
  devices: 'devices',
  browser: 'browsers',
  browsers: 'browsers',
  os: 'os',
  trigger: 'triggers',
  triggers: 'triggers',
  referer: 'referers',
  referers: 'referers',
  top_links: 'top_links',
  top_urls: 'top_urls',
} as const satisfies Record<string, (typeof groupBys)[number]>

type GroupingName = keyof typeof groupings
const groupingNames = Object.keys(groupings) as GroupingName[]
const events = [...eventKinds, 'composite'] as const

export const AnalyticsPath = z.object({ eventType: z.enum([...events, ...groupingNames]) })
export const AnalyticsEndpointPath = z.object({ eventType: z.enum(events), endpoint: z.enum(groupingNames) })

/** These paths return the count of a single event type as a bare number. */
export const AnalyticsByPathSchema = z.union([z.number(), AnalyticsSchema])

interface Path {
  eventType: (typeof events)[number] | GroupingName
  endpoint?: GroupingName
}

const isEventType = (segment: Path['eventType']): segment is (typeof events)[number] => (events as readonly string[]).includes(segment)

export async function retrieveAnalyticsByPath(
  scope: WorkspaceScope,
  { eventType, endpoint = 'count' }: Path,
  query: AnalyticsQuery,
): Promise<Buffer> {
  const [event, name] = isEventType(eventType) ? [eventType, endpoint] : (['clicks', eventType] as const)
  const groupBy = groupings[name]
  const result = await retrieveAnalytics(scope, { ...query, event, groupBy })
  return groupBy === 'count' && event !== 'composite' ? Buffer.from(String(parseResult(result)[event])) : result
}
