/**
 * Attributes and dimensions of events. An attribute is one property of an event; a dimension is a group of attributes whose combinations
 * are counted together, so that filters and groups within one dimension need no single event.
 */

/** Attribute -> SQL expression over an event table. */
const clickAttributeColumns = {
  linkId: 'link_id',
  continent: 'continent',
  country: 'country',
  region: "country || '-' || region",
  city: 'city',
  device: 'device',
  browser: 'browser',
  os: 'os',
  trigger: 'trigger',
  referer: 'referer',
  refererUrl: 'referer_url',
  url: 'url',
  baseUrl: 'base_url',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_term: 'utm_term',
  utm_content: 'utm_content',
} as const

/** Only leads and sales have an event name. */
export const attributeColumns = { ...clickAttributeColumns, eventName: 'event_name' } as const

export type Attribute = keyof typeof attributeColumns
export const clickAttributes = Object.keys(clickAttributeColumns) as Attribute[]
export const conversionAttributes = Object.keys(attributeColumns) as Attribute[]

export interface Dimension {
  /** Stored in `dimension_values` and the rollups. Never reused for another dimension. */
  code: number
  /** Column of the facts. */
  column: string
  attributes: readonly Attribute[]
}

/** From few to many values: the first dimension that contains the requested attributes is the cheapest. */
export const clickDimensions: readonly Dimension[] = [
  { code: 1, column: 'client', attributes: ['device', 'browser', 'os', 'trigger'] },
  { code: 2, column: 'country', attributes: ['continent', 'country'] },
  { code: 3, column: 'utm', attributes: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] },
  { code: 4, column: 'referer', attributes: ['referer'] },
  { code: 5, column: 'link', attributes: ['linkId'] },
  { code: 6, column: 'base_url', attributes: ['baseUrl'] },
  { code: 7, column: 'market', attributes: ['continent', 'country', 'device', 'browser', 'os', 'trigger'] },
  { code: 8, column: 'place', attributes: ['continent', 'country', 'region', 'city'] },
  { code: 9, column: 'referer_url', attributes: ['referer', 'refererUrl'] },
  { code: 10, column: 'url', attributes: ['url'] },
]

export const conversionDimensions: readonly Dimension[] = [
  ...clickDimensions,
  { code: 11, column: 'event_name', attributes: ['eventName'] },
]

/** The cheapest dimension with all of these attributes, if there is one. */
export const findDimension = (requested: readonly Attribute[]) =>
  conversionDimensions.find(({ attributes }) => requested.every((one) => attributes.includes(one)))
