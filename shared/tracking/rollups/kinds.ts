/**
 * What an event can be asked for, and which of it is added up ahead. An attribute is one property of an event; a kind is a group of
 * attributes whose combinations are counted together, so that filters and groups within one kind need no single event.
 */

/** Where an attribute lies in a row of clicks, and of what follows them. */
const clickAttributes = {
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

/** Only leads and sales have a name. */
export const attributes = { ...clickAttributes, eventName: 'event_name' } as const

export type Attribute = keyof typeof attributes
export const attributesOfClicks = Object.keys(clickAttributes) as Attribute[]
export const attributesOfConversions = Object.keys(attributes) as Attribute[]

export interface Kind {
  /** In `rollup_values` and the rollups. Never reused for another meaning. */
  code: number
  /** In the facts. */
  column: string
  parts: readonly Attribute[]
}

/** From few to many values: the first kind that holds what is asked is the cheapest. */
export const kindsOfClicks: readonly Kind[] = [
  { code: 1, column: 'client', parts: ['device', 'browser', 'os', 'trigger'] },
  { code: 2, column: 'country', parts: ['continent', 'country'] },
  { code: 3, column: 'utm', parts: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] },
  { code: 4, column: 'referer', parts: ['referer'] },
  { code: 5, column: 'link', parts: ['linkId'] },
  { code: 6, column: 'base_url', parts: ['baseUrl'] },
  { code: 7, column: 'market', parts: ['continent', 'country', 'device', 'browser', 'os', 'trigger'] },
  { code: 8, column: 'place', parts: ['continent', 'country', 'region', 'city'] },
  { code: 9, column: 'referer_url', parts: ['referer', 'refererUrl'] },
  { code: 10, column: 'url', parts: ['url'] },
]

export const kindsOfConversions: readonly Kind[] = [...kindsOfClicks, { code: 11, column: 'event_name', parts: ['eventName'] }]

/** The cheapest kind that knows all of these, if there is one. */
export const kindOf = (wanted: readonly Attribute[]) => kindsOfConversions.find(({ parts }) => wanted.every((one) => parts.includes(one)))
