/** Schemas of counts. */
import { z } from 'zod'
import { triggers } from '../tracking/index.js'

const count = (description: string) => z.number().default(0).meta({ description })
const counts = {
  clicks: count('Clicks.'),
  leads: count('Leads.'),
  sales: count('Sales.'),
  saleAmount: count('Sum of the sales in cents.'),
}

const previous = z.object(counts).optional().meta({ description: 'Counts of the previous range, with `compare=previous`.' })

const row = <Fields extends z.ZodRawShape>(id: string, fields: Fields) =>
  z.object({ ...fields, ...counts, previous }).meta({ id: `Analytics${id}` })
const wildcard = (description: string) => z.literal('*').default('*').meta({ description })

export const continents = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const

export const AnalyticsCount = row('Count', {})
export const AnalyticsTimeseries = row('Timeseries', {
  start: z.string().meta({ description: 'Start of the hour, day or month, with its UTC offset.' }),
})
export const AnalyticsContinents = row('Continents', { continent: z.enum(continents) })
export const AnalyticsCountries = row('Countries', { country: z.string(), region: wildcard('All regions.'), city: wildcard('All cities.') })
export const AnalyticsRegions = row('Regions', {
  country: z.string(),
  region: z.string().meta({ description: 'Country and region, such as `US-CA`.' }),
  city: wildcard('All cities.'),
})
export const AnalyticsCities = row('Cities', {
  country: z.string(),
  region: z.string().meta({ description: 'Country and region, such as `US-CA`.' }),
  city: z.string(),
})
export const AnalyticsDevices = row('Devices', { device: z.string() })
export const AnalyticsBrowsers = row('Browsers', { browser: z.string() })
export const AnalyticsOS = row('OS', { os: z.string() })
export const AnalyticsTriggers = row('Triggers', { trigger: z.enum(triggers) })
export const AnalyticsEventNames = row('EventNames', { eventName: z.string() })
export const AnalyticsReferers = row('Referers', { referer: z.string().meta({ description: 'A host, or `(direct)`.' }) })
export const AnalyticsRefererUrls = row('RefererUrls', {
  refererUrl: z.string().meta({ description: 'A page without its query, or `(direct)`.' }),
})
/** A link as a group of analytics. */
export const topLinkFields = {
  link: z.string().meta({ description: 'Same as `id`.', deprecated: true }),
  id: z.string(),
  domain: z.string(),
  key: z.string(),
  shortLink: z.string(),
  url: z.string(),
  title: z.string().nullish(),
  comments: z.string().nullish(),
  folderId: z.string().nullish(),
  partnerId: z.string().nullish(),
  createdAt: z.string(),
}
export const AnalyticsTopLinks = row('TopLinks', topLinkFields)
export const AnalyticsTopUrls = row('TopUrls', { url: z.string() })

/** Generated clients only know the original groupings. With this field they can parse the rows of the newer ones. */
const legacyUrl = {
  url: z.string().meta({
    description: 'The value of the group again, for clients that only parse the rows of `top_urls`.',
    deprecated: true,
  }),
}

export const AnalyticsTopFolders = row('TopFolders', {
  folderId: z.string(),
  folder: z.object({ id: z.string(), name: z.string(), accessLevel: z.string().nullish() }),
  ...legacyUrl,
})
export const AnalyticsTopLinkTags = row('TopLinkTags', {
  tagId: z.string(),
  tag: z.object({ id: z.string(), name: z.string(), color: z.string() }),
  ...legacyUrl,
})
export const AnalyticsTopPartners = row('TopPartners', {
  partnerId: z.string(),
  partner: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    image: z.string().nullable(),
    payoutsEnabledAt: z.string().nullable(),
    country: z.string().nullable(),
  }),
  ...legacyUrl,
})
export const AnalyticsTopGroups = row('TopGroups', {
  groupId: z.string(),
  group: z.object({ id: z.string(), name: z.string(), slug: z.string(), color: z.string().nullable() }),
  ...legacyUrl,
})
export const AnalyticsTopPartnerTags = row('TopPartnerTags', {
  partnerTagId: z.string(),
  partnerTag: z.object({ id: z.string(), name: z.string() }),
  ...legacyUrl,
})
export const AnalyticsTopDomains = row('TopDomains', { domain: z.string(), ...legacyUrl })
export const AnalyticsUtmSources = row('UtmSources', { utm_source: z.string(), ...legacyUrl })
export const AnalyticsUtmMediums = row('UtmMediums', { utm_medium: z.string(), ...legacyUrl })
export const AnalyticsUtmCampaigns = row('UtmCampaigns', { utm_campaign: z.string(), ...legacyUrl })
export const AnalyticsUtmTerms = row('UtmTerms', { utm_term: z.string(), ...legacyUrl })
export const AnalyticsUtmContents = row('UtmContents', { utm_content: z.string(), ...legacyUrl })

/** The response: counts, or the rows of a grouping. */
export const AnalyticsSchema = z.union([
  AnalyticsCount,
  AnalyticsTimeseries.array(),
  AnalyticsContinents.array(),
  AnalyticsCountries.array(),
  AnalyticsRegions.array(),
  AnalyticsCities.array(),
  AnalyticsDevices.array(),
  AnalyticsBrowsers.array(),
  AnalyticsOS.array(),
  AnalyticsTriggers.array(),
  AnalyticsEventNames.array(),
  AnalyticsReferers.array(),
  AnalyticsRefererUrls.array(),
  AnalyticsTopLinks.array(),
  AnalyticsTopUrls.array(),
  AnalyticsTopFolders.array(),
  AnalyticsTopLinkTags.array(),
  AnalyticsTopDomains.array(),
  AnalyticsTopPartners.array(),
  AnalyticsTopGroups.array(),
  AnalyticsTopPartnerTags.array(),
  AnalyticsUtmSources.array(),
  AnalyticsUtmMediums.array(),
  AnalyticsUtmCampaigns.array(),
  AnalyticsUtmTerms.array(),
  AnalyticsUtmContents.array(),
])
