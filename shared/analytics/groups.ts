import type { z } from 'zod'
/** What events are counted by: each word of `groupBy`, the grouping that it stands for, and how a group reads. */
import type { InWorkspace } from '../accounts/index.js'
import type { Attribute } from '../tracking/index.js'
import * as schemas from './analytics.schema.js'
import type { Grouping, LinkField } from './event-store.js'
import { foldersOf, linksOf, type Loaded, tagsOf } from './group.queries.js'

export type Fields = Record<string, unknown>

export interface Group {
  schema: z.ZodObject
  /**
   * Attributes of the event, its name, or a property of its link; without any nothing belongs to the group, because nothing of the kind is
   * recorded.
   */
  grouping?: Exclude<Grouping, { by: 'nothing' | 'time' }>
  /** What a group reads like, by its key; groups that answer null are dropped. */
  fields?(...key: string[]): Fields | null
  /**
   * The same as JSON, open at the end, for groups whose fields lie elsewhere, for the first parts of keys; groups without any are dropped.
   * Called before the groups are known.
   */
  load?(scope: InWorkspace): (keys: readonly string[]) => Promise<Loaded>
}

const byAttributes = (...attributes: Attribute[]) => ({ by: 'attributes', attributes }) as const
const byLink = (field: LinkField) => ({ by: 'link', field }) as const

const single = (schema: z.ZodObject, attribute: Attribute, field: string = attribute): Group => ({
  schema,
  grouping: byAttributes(attribute),
  fields: (key) => ({ [field]: key }),
})

const campaign = (schema: z.ZodObject, attribute: Attribute): Group => ({
  schema,
  grouping: byAttributes(attribute),
  fields: (key) => ({ [attribute]: key, url: key }),
})

// The place may come from a proxy's header, which may say anything.
const isContinent = (text: string) => (schemas.continents as readonly string[]).includes(text)

const triggers = single(schemas.AnalyticsTriggers, 'trigger')

/** `count` and `timeseries` are not among them: their rows don't depend on what was found. */
const table = {
  continents: {
    schema: schemas.AnalyticsContinents,
    grouping: byAttributes('continent'),
    fields: (continent: string) => (isContinent(continent) ? { continent } : null),
  },
  regions: {
    schema: schemas.AnalyticsRegions,
    grouping: byAttributes('country', 'region'),
    fields: (country: string, region: string) => ({ country, region, city: '*' }),
  },
  countries: {
    schema: schemas.AnalyticsCountries,
    grouping: byAttributes('country'),
    fields: (country: string) => ({ country, region: '*', city: '*' }),
  },
  cities: {
    schema: schemas.AnalyticsCities,
    grouping: byAttributes('country', 'region', 'city'),
    fields: (country: string, region: string, city: string) => ({ country, region, city }),
  },
  devices: single(schemas.AnalyticsDevices, 'device'),
  browsers: single(schemas.AnalyticsBrowsers, 'browser'),
  os: single(schemas.AnalyticsOS, 'os'),
  trigger: triggers,
  triggers,
  event_names: {
    schema: schemas.AnalyticsEventNames,
    grouping: { by: 'eventName' } as const,
    fields: (eventName: string) => ({ eventName }),
  },
  referers: single(schemas.AnalyticsReferers, 'referer'),
  referer_urls: single(schemas.AnalyticsRefererUrls, 'refererUrl'),
  top_folders: { schema: schemas.AnalyticsTopFolders, grouping: byLink('folderId'), load: foldersOf },
  top_link_tags: { schema: schemas.AnalyticsTopLinkTags, grouping: byLink('tagId'), load: tagsOf },
  top_domains: { schema: schemas.AnalyticsTopDomains, grouping: byLink('domain'), fields: (domain: string) => ({ domain, url: domain }) },
  top_links: { schema: schemas.AnalyticsTopLinks, grouping: byAttributes('linkId'), load: linksOf },
  top_urls: single(schemas.AnalyticsTopUrls, 'url'),
  top_base_urls: single(schemas.AnalyticsTopUrls, 'baseUrl', 'url'),
  top_partners: { schema: schemas.AnalyticsCount },
  top_groups: { schema: schemas.AnalyticsCount },
  top_partner_tags: { schema: schemas.AnalyticsCount },
  utm_sources: campaign(schemas.AnalyticsUtmSources, 'utm_source'),
  utm_mediums: campaign(schemas.AnalyticsUtmMediums, 'utm_medium'),
  utm_campaigns: campaign(schemas.AnalyticsUtmCampaigns, 'utm_campaign'),
  utm_terms: campaign(schemas.AnalyticsUtmTerms, 'utm_term'),
  utm_contents: campaign(schemas.AnalyticsUtmContents, 'utm_content'),
}

export type GroupName = keyof typeof table
export const groups: Record<GroupName, Group> = table
export const groupBys = ['count', 'timeseries', ...(Object.keys(table) as GroupName[])] as const
