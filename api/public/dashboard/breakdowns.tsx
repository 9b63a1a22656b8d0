/** The figures of a shared dashboard by one property at a time. */
import { useState } from 'preact/hooks'
import type { Input } from '../../console/api-client.js'
import { BreakdownCard } from '../../console/figures/breakdown-card.js'
import { formatCountry, formatMoney, formatName, formatNumber, formatUrl } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'

type Query = NonNullable<Input<'retrievePublicAnalytics'>['query']>

interface Property {
  group: NonNullable<Query['groupBy']>
  label: string
  field: string
  text?: (value: string) => string
}

const cards: { title: string; properties: Property[] }[] = [
  {
    title: 'Sources',
    properties: [
      { group: 'referers', label: 'Referers', field: 'referer' },
      { group: 'referer_urls', label: 'Pages', field: 'refererUrl', text: formatUrl },
    ],
  },
  {
    title: 'Places',
    properties: [
      { group: 'countries', label: 'Countries', field: 'country', text: formatCountry },
      { group: 'cities', label: 'Cities', field: 'city' },
      { group: 'continents', label: 'Continents', field: 'continent' },
    ],
  },
  {
    title: 'Devices',
    properties: [
      { group: 'devices', label: 'Devices', field: 'device' },
      { group: 'browsers', label: 'Browsers', field: 'browser' },
      { group: 'os', label: 'Systems', field: 'os' },
    ],
  },
  {
    title: 'UTM parameters',
    properties: (['source', 'medium', 'campaign'] as const).map((name) => ({
      group: `utm_${name}s` as const,
      label: formatName(name),
      field: `utm_${name}`,
    })),
  },
]
const links: Property = { group: 'top_links', label: 'Short links', field: 'shortLink', text: formatUrl }

interface BreakdownsProps {
  query: Query
  load: (query: Query, signal: AbortSignal) => Promise<unknown>
}

export const Breakdowns = ({ query, load }: BreakdownsProps) => (
  <div class="cards">
    {[...(query.folderId ? [{ title: 'Links', properties: [links] }] : []), ...cards].map(({ title, properties }) => (
      <Breakdown key={title} title={title} properties={properties} query={query} load={load} />
    ))}
  </div>
)

function Breakdown({ title, properties, query, load }: BreakdownsProps & { title: string; properties: Property[] }) {
  const [group, setGroup] = useState('')
  const property = properties.find((one) => one.group === group) ?? properties[0]
  const input = { ...query, groupBy: property?.group }
  const loaded = useLoad(JSON.stringify(input), (signal) => load(input, signal))
  if (!property) return null
  const isMoney = query.event === 'sales'
  const bars = (loaded.value as Record<string, unknown>[] | undefined)?.map((row) => {
    const text = typeof row[property.field] === 'string' ? (row[property.field] as string) : ''
    return {
      value: text,
      label: property.text?.(text) ?? (text || '(none)'),
      amount: Number(row[isMoney ? 'saleAmount' : (query.event ?? 'clicks')]),
    }
  })
  return (
    <BreakdownCard
      title={title}
      label={property.label}
      bars={bars}
      loaded={loaded}
      format={isMoney ? formatMoney : formatNumber}
      properties={{
        choices: properties.map(({ group, label }) => ({ value: group, label })),
        chosen: property.group,
        choose: setGroup,
      }}
    />
  )
}
