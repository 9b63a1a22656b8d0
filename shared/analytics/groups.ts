/** The values of `groupBy`: how each one groups events, and how it presents a group. */
import type { z } from 'zod'
import type { Attribute } from '../rollups/index.js'
import * as schemas from './analytics.schema.js'
import type { Grouping, LinkField } from './event-store.js'
import {
  type InWorkspaces,
  loadFolders,
  loadGroups,
  loadLinks,
  loadPartners,
  loadPartnerTags,
  type JsonPrefixes,
  loadTags,
} from './group-fields.queries.js'

export type Fields = Record<string, unknown>

export interface GroupDefinition {
  schema: z.ZodObject
  /** Undefined if nothing of this kind is recorded; the result is then empty. */
  grouping?: Exclude<Grouping, { by: 'nothing' | 'time' }>
  /** The fields of a group, from its key. Null drops the group. */
  fields?(...key: string[]): Fields | null
  /**
   * For groups whose fields come from other tables: loads the fields of groups by the first part of their keys. Called before the groups
   * are counted, so that loading can start early. Groups without fields are dropped.
   */
  load?(scope: InWorkspaces): (keys: readonly string[]) => Promise<JsonPrefixes>
}

const byAttributes = (...attributes: Attribute[]) => ({ by: 'attributes', attributes }) as const
const byLink = (field: LinkField) => ({ by: 'link', field }) as const

const byAttribute = (schema: z.ZodObject, attribute: Attribute, field: string = attribute): GroupDefinition => ({
  schema,
  grouping: byAttributes(attribute),
  fields: (key) => ({ [field]: key }),
})

const byCampaign = (schema: z.ZodObject, attribute: Attribute): GroupDefinition => ({
  schema,
  grouping: byAttributes(attribute),
  fields: (key) => ({ [attribute]: key, url: key }),
})

// The location may come from a proxy header, which is not validated.
const isContinent = (code: string) => (schemas.continents as readonly string[]).includes(code)

const triggers = byAttribute(schemas.AnalyticsTriggers, 'trigger')

/** Without `count` and `timeseries`, whose rows do not depend on the groups found. */
const definitions = {
  continents: {
    schema: schemas.AnalyticsContinents,
    grouping: byAttributes('continent'),
    fields: (continent: string) => (isContinent(continent) ? { continent } : null),
  },
  regions: {
    schema: schemas.AnalyticsRegions,
    grouping: byAttributes('country', 'region'),
    fields: (country: string, region: string) => (region.endsWith('-Unknown') ? null : { country, region, city: '*' }),
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
  devices: byAttribute(schemas.AnalyticsDevices, 'device'),
  browsers: byAttribute(schemas.AnalyticsBrowsers, 'browser'),
  os: byAttribute(schemas.AnalyticsOS, 'os'),
  trigger: triggers,
  triggers,
  event_names: {
    schema: schemas.AnalyticsEventNames,
    grouping: { by: 'eventName' } as const,
    fields: (eventName: string) => ({ eventName }),
  },
  referers: byAttribute(schemas.AnalyticsReferers, 'referer'),
  referer_urls: byAttribute(schemas.AnalyticsRefererUrls, 'refererUrl'),
  top_folders: { schema: schemas.AnalyticsTopFolders, grouping: byLink('folderId'), load: loadFolders },
  top_link_tags: { schema: schemas.AnalyticsTopLinkTags, grouping: byLink('tagId'), load: loadTags },
  top_domains: { schema: schemas.AnalyticsTopDomains, grouping: byLink('domain'), fields: (domain: string) => ({ domain, url: domain }) },
  top_links: { schema: schemas.AnalyticsTopLinks, grouping: byAttributes('linkId'), load: loadLinks },
  top_urls: byAttribute(schemas.AnalyticsTopUrls, 'url'),
  top_base_urls: byAttribute(schemas.AnalyticsTopUrls, 'baseUrl', 'url'),
  top_partners: { schema: schemas.AnalyticsTopPartners, grouping: byLink('partnerId'), load: loadPartners },
  top_groups: { schema: schemas.AnalyticsTopGroups, grouping: byLink('groupId'), load: loadGroups },
  top_partner_tags: { schema: schemas.AnalyticsTopPartnerTags, grouping: byLink('partnerTagId'), load: loadPartnerTags },
  utm_sources: byCampaign(schemas.AnalyticsUtmSources, 'utm_source'),
  utm_mediums: byCampaign(schemas.AnalyticsUtmMediums, 'utm_medium'),
  utm_campaigns: byCampaign(schemas.AnalyticsUtmCampaigns, 'utm_campaign'),
  utm_terms: byCampaign(schemas.AnalyticsUtmTerms, 'utm_term'),
  utm_contents: byCampaign(schemas.AnalyticsUtmContents, 'utm_content'),
}

export type GroupName = keyof typeof definitions
export const groups: Record<GroupName, GroupDefinition> = definitions
export const groupBys = ['count', 'timeseries', ...(Object.keys(definitions) as GroupName[])] as const
export type GroupBy = (typeof groupBys)[number]
