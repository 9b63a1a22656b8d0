/** What callers ask about events. */
import { z } from 'zod'
import { queryFlag } from '../kernel/fields.js'
import { eventKinds } from './event-store.js'
import { groupBys } from './groups.js'
import { largestEventPage, mostOfVisitors } from './limits.js'
import { intervals } from './time/range.js'

const grammar = 'One value, or several with commas; a leading `-` excludes them.'
const filter = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description: `${description} ${grammar}` })

const ofLinks = {
  domain: filter('Short domain of the link.'),
  key: z.string().optional().meta({ description: 'Key of one link; goes with `domain`. `_root` is the bare domain.' }),
  linkId: filter('Id of the link.'),
  externalId: z.string().optional().meta({ description: 'Your own id of one link, with `ext_` in front of it.' }),
  tenantId: filter('Tenant id of the link.'),
  tagId: filter('Tag of the link: any of these, or none of them.'),
  folderId: filter('Folder of the link.'),
  partnerTagId: filter("Tag of the link's partner."),
  groupId: filter("Group of the link's partner."),
  partnerId: filter('Partner of the link.'),
}

const ofTime = {
  interval: z.enum(intervals).optional().meta({ description: 'How far to look back. Without it and without `start`, the last 24 hours.' }),
  start: z
    .string()
    .optional()
    .meta({ description: 'First day, as a date, an instant or in words; it counts from its beginning. Wins over `interval`.' }),
  end: z.string().optional().meta({ description: 'Last day, which counts to its end; goes with `start`. Today when absent.' }),
  timezone: z
    .string()
    .default('UTC')
    .meta({ description: 'IANA name of the time zone that days and hours are those of. An unknown one counts as UTC.' }),
}

const ofVisitors = {
  country: filter('Country of the visitor, two letters.'),
  city: filter('City of the visitor.'),
  region: filter('Region of the visitor, such as `US-CA`.'),
  continent: filter('Continent of the visitor, two letters.'),
  device: filter('Kind of device.'),
  browser: filter('Browser.'),
  os: filter('Operating system.'),
  trigger: filter('How the visit came about: `link`, `qr`, `pageview`, `deeplink`.'),
  referer: filter('Host that the visitor came from; `(direct)` for none.'),
  refererUrl: filter('Page that the visitor came from, without its query.'),
  url: filter('Destination, without its query.'),
  utm_source: filter('`utm_source` of the destination.'),
  utm_medium: filter('`utm_medium` of the destination.'),
  utm_campaign: filter('`utm_campaign` of the destination.'),
  utm_term: filter('`utm_term` of the destination.'),
  utm_content: filter('`utm_content` of the destination.'),
}

const others = {
  root: queryFlag().optional().meta({ description: 'True for links of bare domains only, false for all others.' }),
  saleType: z
    .enum(['new', 'recurring'])
    .optional()
    .meta({ description: 'First sales of a customer, or those that follow. Concerns sales only.' }),
  query: z
    .string()
    .max(10_000)
    .optional()
    .meta({
      description:
        "Conditions on the metadata of leads and sales, such as `metadata['plan']:pro AND metadata['seats']>=5`; `:`, `!=`, `>`, `<`, `>=`, `<=`, joined by AND and OR. Clicks have none.",
    }),
  programId: z.string().optional().meta({ description: "The workspace's partner program.", deprecated: true }),
  tagIds: z.string().optional().meta({ description: 'Same as `tagId`, which wins.', deprecated: true }),
  qr: queryFlag().optional().meta({ description: 'True is the same as `trigger=qr`, which wins.', deprecated: true }),
}

/** In the order of the description. */
const filters = {
  ...ofLinks,
  customerId: z.string().optional().meta({ description: 'Id of a customer: only what they did, and the clicks that led to it.' }),
  ...ofTime,
  ...ofVisitors,
  ...others,
}

export const analyticsQuerySchema = z.object({
  event: z
    .enum([...eventKinds, 'composite'])
    .default('clicks')
    .meta({ description: 'What is counted; `composite` counts everything.' }),
  groupBy: z.enum(groupBys).default('count').meta({ description: 'What it is counted by.' }),
  unique: queryFlag()
    .optional()
    .meta({
      description: `True counts visitors instead of clicks: each once in every group, by address and browser. Only with \`event=clicks\`, and among at most ${mostOfVisitors.toLocaleString('en-US')} of them: every single one is looked at.`,
    }),
  compare: z
    .enum(['previous'])
    .optional()
    .meta({ description: 'With `previous`, every row also says in `previous` what was counted in the time of the same length before.' }),
  ...filters,
})
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>

const cursor = (side: string) =>
  z
    .string()
    .optional()
    .meta({
      description: `Id of an event (of a click: its own, otherwise \`eventId\`): the page right ${side} it. Stable while events arrive, and as fast on every page; not together with \`page\`.`,
    })

export const eventsQuerySchema = z.object({
  event: z
    .enum(eventKinds)
    .optional()
    .meta({ description: 'Which events are listed; clicks when absent, and in a stream all of them.', default: 'clicks' }),
  ...filters,
  page: z.coerce.number().int().positive().default(1).meta({ description: 'The page, from 1.', deprecated: false }),
  limit: z.coerce
    .number()
    .int()
    .positive()
    .max(largestEventPage)
    .default(100)
    .meta({ description: `Events on a page, at most ${largestEventPage}.` }),
  sortOrder: z.enum(['asc', 'desc']).default('desc').meta({ description: '`desc` is the newest first.' }),
  sortBy: z.enum(['timestamp']).default('timestamp').meta({ description: 'What the events are sorted by.' }),
  order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Same as `sortOrder`; counts when it is `asc`.', deprecated: true }),
  startingAfter: cursor('behind'),
  endingBefore: cursor('before'),
})
export type EventsQuery = z.infer<typeof eventsQuerySchema>

export const excludedQuerySchema = z.object({
  groupBy: z.enum(['count', 'timeseries']).default('count').meta({ description: 'By reason only, or by day and reason.' }),
  ...ofLinks,
  ...ofTime,
  root: others.root,
  tagIds: others.tagIds,
})
export type ExcludedQuery = z.infer<typeof excludedQuerySchema>

/** The filters that every one of these takes. */
export type Filters = Pick<AnalyticsQuery, keyof typeof ofLinks | keyof typeof ofTime | 'root' | 'tagIds'> &
  Partial<Pick<AnalyticsQuery, keyof typeof ofVisitors | 'customerId' | 'programId' | 'qr' | 'saleType' | 'query'>>
