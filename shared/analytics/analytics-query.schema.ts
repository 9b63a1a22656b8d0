/** Query parameters of analytics and events. */
import { z } from 'zod'
import { queryBoolean } from '../kernel/input-fields.js'
import { eventKinds } from './event-store.js'
import { groupBys } from './groups.js'
import { maxClicksForUnique, maxClicksForUniqueInGroups, maxEventPageSize } from './limits.js'
import { intervals } from './time/range.js'

const formatLimit = (clicks: number) => clicks.toLocaleString('en-US')
const syntax = 'One value, or several separated by commas; a leading `-` excludes them.'
const filter = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${description} ${syntax}` })

const linkFilters = {
  domain: filter('Short domain of the link.'),
  key: z.string().optional().meta({ description: 'Key of a link; requires `domain`. `_root` is the bare domain.' }),
  linkId: filter('Id of the link.'),
  externalId: z.string().optional().meta({ description: 'Your own id of a link, prefixed with `ext_`.' }),
  tenantId: filter('Tenant id of the link.'),
  tagId: filter('Tag of the link.'),
  folderId: filter('Folder of the link.'),
  partnerTagId: filter("Tag of the link's partner."),
  groupId: filter("Group of the link's partner."),
  partnerId: filter('Partner of the link.'),
}

const timeFilters = {
  interval: z.enum(intervals).optional().meta({ description: 'Time range up to now. Default without `start`: the last 24 hours.' }),
  start: z.string().optional().meta({
    description:
      'First day, as a date, a timestamp or in words; the range starts at the beginning of the day. Takes precedence over `interval`.',
  }),
  end: z.string().optional().meta({ description: 'Last day, inclusive; requires `start`. Default: today.' }),
  timezone: z.string().default('UTC').meta({ description: 'IANA name of the time zone of days and hours.' }),
}

const visitorFilters = {
  country: filter('Country of the visitor, as a two-letter code.'),
  city: filter('City of the visitor.'),
  region: filter('Region of the visitor, such as `US-CA`.'),
  continent: filter('Continent of the visitor, as a two-letter code.'),
  device: filter('Device type.'),
  browser: filter('Browser.'),
  os: filter('Operating system.'),
  trigger: filter('Trigger of the visit: `link`, `qr`, `pageview`, `deeplink`.'),
  referer: filter('Host of the referring page; `(direct)` for none.'),
  refererUrl: filter('URL of the referring page, without its query.'),
  url: filter('Destination URL, without its query.'),
  utm_source: filter('`utm_source` of the destination.'),
  utm_medium: filter('`utm_medium` of the destination.'),
  utm_campaign: filter('`utm_campaign` of the destination.'),
  utm_term: filter('`utm_term` of the destination.'),
  utm_content: filter('`utm_content` of the destination.'),
}

/** The parameter `query`: conditions on metadata, optional. */
export const metadataConditions = () =>
  z
    .string()
    .max(10_000)
    .optional()
    .meta({
      description:
        "Conditions on the metadata of leads and sales, such as `metadata['plan']:pro AND metadata['seats']>=5`. " +
        'Operators are `:`, `!=`, `>`, `<`, `>=` and `<=`, joined by AND and OR. Clicks have no metadata.',
    })

const otherFilters = {
  root: queryBoolean().optional().meta({ description: 'True for links of bare domains only, false for all other links.' }),
  saleType: z
    .enum(['new', 'recurring'])
    .optional()
    .meta({ description: 'First sales of a customer, or later ones. Applies to sales only.' }),
  query: metadataConditions(),
  programId: z.string().optional().meta({ description: "The workspace's partner program.", deprecated: true }),
  tagIds: z.string().optional().meta({ description: 'Same as `tagId`, which takes precedence.', deprecated: true }),
  qr: queryBoolean().optional().meta({ description: 'True is the same as `trigger=qr`; `trigger` takes precedence.', deprecated: true }),
}

/** In the order of the API documentation. */
const filters = {
  ...linkFilters,
  customerId: z.string().optional().meta({ description: 'Id of a customer: only their leads and sales, and the clicks that led to them.' }),
  ...timeFilters,
  ...visitorFilters,
  ...otherFilters,
}

export const analyticsQuerySchema = z.object({
  event: z
    .enum([...eventKinds, 'composite'])
    .default('clicks')
    .meta({ description: 'Which events are counted; `composite` counts all of them.' }),
  groupBy: z.enum(groupBys).optional().meta({ description: 'How events are grouped.', default: 'count' }),
  type: z.enum(groupBys).optional().meta({ description: 'Same as `groupBy`, which takes precedence.', deprecated: true }),
  unique: queryBoolean()
    .optional()
    .meta({
      description:
        `True counts unique visitors instead of clicks: each once per group, identified by IP address and browser. ` +
        `Only with \`event=clicks\`, and for up to ${formatLimit(maxClicksForUnique)} clicks with \`groupBy=count\` and ` +
        `\`groupBy=timeseries\`, otherwise ${formatLimit(maxClicksForUniqueInGroups)}, because each one is read.`,
    }),
  compare: z
    .enum(['previous'])
    .optional()
    .meta({ description: 'With `previous`, every row also contains `previous`: the counts of the range of the same length right before.' }),
  ...filters,
})
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>

export const groupByOf = ({ groupBy, type }: Pick<AnalyticsQuery, 'groupBy' | 'type'>) => groupBy ?? type ?? 'count'

const cursor = (side: string) =>
  z
    .string()
    .optional()
    .meta({
      description:
        `Id of an event (\`click.id\` for clicks, otherwise \`eventId\`): returns the page right ${side} it. ` +
        `Stable while new events arrive, and equally fast on every page. Cannot be combined with \`page\`.`,
    })

export const eventsQuerySchema = z.object({
  event: z
    .enum(eventKinds)
    .optional()
    .meta({ description: 'Which events are listed. Default: clicks, or all events in a stream.', default: 'clicks' }),
  ...filters,
  page: z.coerce.number().int().positive().default(1).meta({ description: 'Page number, starting at 1.', deprecated: false }),
  limit: z.coerce
    .number()
    .int()
    .positive()
    .max(maxEventPageSize)
    .default(100)
    .meta({ description: `Events per page, at most ${maxEventPageSize}.` }),
  sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: '`desc` lists the newest events first.' }),
  sortBy: z.enum(['timestamp']).default('timestamp').meta({ description: 'Field that events are sorted by.' }),
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Same as `sortOrder`; only `asc` has an effect.', deprecated: true }),
  startingAfter: cursor('after'),
  endingBefore: cursor('before'),
})
export type EventsQuery = z.infer<typeof eventsQuerySchema>

export const excludedQuerySchema = z.looseObject({
  groupBy: z.enum(['count', 'timeseries']).default('count').meta({ description: 'Group by reason only, or by day and reason.' }),
  ...linkFilters,
  ...timeFilters,
  root: otherFilters.root,
  tagIds: otherFilters.tagIds,
  programId: otherFilters.programId,
})
/** Filters of analytics that excluded requests do not have. */
export const unsupportedExcludedFilters = [...Object.keys(visitorFilters), 'customerId', 'saleType', 'query', 'qr']
export type ExcludedQuery = z.infer<typeof excludedQuerySchema>

/** The filters that all of these queries share. */
export type Filters = Pick<AnalyticsQuery, keyof typeof linkFilters | keyof typeof timeFilters | 'root' | 'tagIds'> &
  Partial<Pick<AnalyticsQuery, keyof typeof visitorFilters | 'customerId' | 'programId' | 'qr' | 'saleType' | 'query'>>
