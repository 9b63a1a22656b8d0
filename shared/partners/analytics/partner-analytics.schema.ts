import { z } from 'zod'
import { analyticsQuerySchema, topLinkFields } from '../../analytics/index.js'
import { partnerIdentifier } from '../links/partner-link.schema.js'

export const partnerAnalyticsQuerySchema = analyticsQuerySchema
  .pick({ interval: true, start: true, end: true, timezone: true, query: true })
  .extend({
    ...partnerIdentifier,
    groupBy: z.enum(['top_links', 'timeseries', 'count']).default('count').meta({ description: 'The form of the answer.' }),
  })
export type PartnerAnalyticsQuery = z.infer<typeof partnerAnalyticsQuerySchema>

/** What a partner may query about itself. Metadata of events are the program's, so that there is no filter by them. */
export const ownAnalyticsQuerySchema = partnerAnalyticsQuerySchema.omit({ partnerId: true, tenantId: true, query: true })
export type OwnAnalyticsQuery = z.infer<typeof ownAnalyticsQuerySchema>

const count = (description: string) => z.number().default(0).meta({ description })
const counts = {
  clicks: count('Clicks.'),
  leads: count('Leads.'),
  sales: count('Sales.'),
  saleAmount: count('Sum of the sales in cents.'),
  earnings: count('Earnings of the partner from these sales, in cents.'),
}
const titled = <Fields extends z.ZodRawShape>(name: string, fields: Fields) =>
  z.object(fields).meta({ id: `PartnerAnalytics${name}`, title: `PartnerAnalytics${name}` })
const form = <Fields extends z.ZodRawShape>(name: string, fields: Fields) => titled(name, { ...fields, ...counts })

const Count = form('Count', {})
const start = z.string().meta({ description: 'Start of the hour, day or month.' })
const Timeseries = form('Timeseries', { start })
const TopLinks = form('TopLinks', topLinkFields)
export const PartnerAnalytics = z.union([Count, Timeseries.array(), TopLinks.array()])
export type PartnerAnalytics = z.infer<typeof PartnerAnalytics>

/** Comments and folders are the workspace's. */
const { comments: _comments, folderId: _folderId, ...ownLinkFields } = topLinkFields
export const OwnAnalytics = z.union([Count, Timeseries.array(), form('OwnLinks', ownLinkFields).array()])
export type OwnAnalytics = z.infer<typeof OwnAnalytics>

const embedCounts = { ...counts, earnings: z.number().nullable().meta({ description: 'Null if the program hides earnings.' }) }
export const EmbedAnalytics = z.union([
  titled('EmbedCount', embedCounts),
  titled('EmbedTimeseries', { start, ...embedCounts }).array(),
  titled('EmbedLinks', { ...ownLinkFields, ...embedCounts }).array(),
])
export type EmbedAnalytics = z.infer<typeof EmbedAnalytics>
