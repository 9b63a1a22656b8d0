/** Analytics by one property at a time, as bar lists. Selecting a bar filters by it. */
import type { ComponentChildren } from 'preact'
import type { Bar } from '../kit/bar-list.js'
import { formatCountry, formatName, formatUrl } from '../kit/format.js'
import { useLoad } from '../kit/use-load.js'
import { useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'
import { BreakdownCard } from './breakdown-card.js'
import { type AnalyticsQuery, type Measure, measure } from './figures.js'

type Row = Record<string, unknown> & { clicks: number; leads: number; sales: number; saleAmount: number }

export interface Property {
  /** Value of `groupBy`. */
  group: NonNullable<AnalyticsQuery['groupBy']>
  label: string
  /** Filter of the query and, unless `field` differs, field of the rows. */
  filter: string
  field?: string
  text?: (value: string, row: Row | undefined) => ComponentChildren
}

const named =
  (name: string, key: string) =>
  (value: string, row: Row | undefined): string => {
    const object = row?.[name]
    const text = typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[key] : undefined
    return typeof text === 'string' ? text : value
  }
const place = (value: string, row: Row | undefined) => {
  const country = row?.country
  return typeof country === 'string' && country !== '*' && value !== 'Unknown' ? `${value}, ${formatCountry(country)}` : value
}
/** A short link with its destination. */
const ShortLink = ({ value, row }: { value: string; row: Row | undefined }) => (
  <>
    {typeof row?.shortLink === 'string' ? formatUrl(row.shortLink) : value}
    {typeof row?.url === 'string' && <span class="muted"> → {formatUrl(row.url)}</span>}
  </>
)

const utm = (name: 'source' | 'medium' | 'campaign' | 'term' | 'content'): Property => ({
  group: `utm_${name}s`,
  label: formatName(name),
  filter: `utm_${name}`,
})

/** The cards of the page, each with the properties to choose from. */
export const cards: { title: string; properties: Property[] }[] = [
  {
    title: 'Links',
    properties: [
      {
        group: 'top_links',
        label: 'Short links',
        filter: 'linkId',
        field: 'id',
        text: (value, row) => <ShortLink value={value} row={row} />,
      },
      { group: 'top_urls', label: 'Destinations', filter: 'url', text: formatUrl },
      { group: 'top_domains', label: 'Domains', filter: 'domain' },
      { group: 'top_folders', label: 'Folders', filter: 'folderId', text: named('folder', 'name') },
      { group: 'top_link_tags', label: 'Tags', filter: 'tagId', text: named('tag', 'name') },
    ],
  },
  {
    title: 'Sources',
    properties: [
      { group: 'referers', label: 'Referers', filter: 'referer' },
      { group: 'referer_urls', label: 'Pages', filter: 'refererUrl', text: formatUrl },
    ],
  },
  {
    title: 'Places',
    properties: [
      { group: 'countries', label: 'Countries', filter: 'country', text: formatCountry },
      { group: 'regions', label: 'Regions', filter: 'region', text: place },
      { group: 'cities', label: 'Cities', filter: 'city', text: place },
      { group: 'continents', label: 'Continents', filter: 'continent' },
    ],
  },
  {
    title: 'Devices',
    properties: [
      { group: 'devices', label: 'Devices', filter: 'device' },
      { group: 'browsers', label: 'Browsers', filter: 'browser' },
      { group: 'os', label: 'Systems', filter: 'os' },
      { group: 'triggers', label: 'Triggers', filter: 'trigger', text: formatName },
    ],
  },
  { title: 'UTM parameters', properties: [utm('source'), utm('medium'), utm('campaign'), utm('term'), utm('content')] },
  {
    title: 'Partners',
    properties: [
      { group: 'top_partners', label: 'Partners', filter: 'partnerId', text: named('partner', 'name') },
      { group: 'top_groups', label: 'Groups', filter: 'groupId', text: named('group', 'name') },
    ],
  },
]

export const properties = cards.flatMap((card) => card.properties)

interface BreakdownProps {
  title: string
  properties: Property[]
  query: AnalyticsQuery
  selected: Measure
  onSelect?: ((property: Property, value: string) => void) | undefined
}

export function Breakdown({ title, properties, query, selected, onSelect }: BreakdownProps) {
  const { call } = useSession()
  const [state, change] = useQuery()
  // The chosen property is in the address, as all state of the page.
  const choice = title.toLowerCase().replaceAll(' ', '-')
  const property = properties.find(({ group }) => group === state[choice]) ?? properties[0]
  const input = { ...query, event: selected, groupBy: property?.group }
  const loaded = useLoad(JSON.stringify(input), (signal) => call('retrieveAnalytics', { query: input }, signal))
  if (!property) return null
  const { field, format } = measure(selected)
  const bars = (loaded.value as Row[] | undefined)?.map((row): Bar => {
    const stored = row[property.field ?? property.filter]
    const key = typeof stored === 'string' ? stored : ''
    return { value: key, label: property.text?.(key, row) ?? (key || '(none)'), amount: row[field] }
  })
  return (
    <BreakdownCard
      title={title}
      label={property.label}
      bars={bars}
      loaded={loaded}
      format={format}
      properties={{
        choices: properties.map(({ group, label }) => ({ value: group, label })),
        chosen: property.group,
        choose: (group) => change({ [choice]: group }),
      }}
      onSelect={onSelect && ((value) => onSelect(property, value))}
    />
  )
}
