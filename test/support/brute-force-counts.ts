/**
 * Reference implementation for analytics tests: random events and queries of a few days, and the expected counts by iterating over all
 * events.
 */
import fc from 'fast-check'
import type {
  AttributeFilter,
  GroupCounts,
  EventKind,
  Grouping,
  LinkFilter,
  Measure,
  Selection,
} from '../../shared/analytics/event-store.js'
import type { MetadataCondition } from '../../shared/analytics/metadata-query.js'
import { newId } from '../../shared/kernel/ids.js'
import { bucketStarts } from '../../shared/kernel/time-zones/buckets.js'
import { zoneOf } from '../../shared/kernel/time-zones/zone.js'
import { days, hours, minutes } from '../../shared/kernel/time.js'
import type { Attribute } from '../../shared/rollups/index.js'
import type { SaleRow } from '../../shared/tracking/conversions/conversion.queries.js'
import type { ClickRow } from '../../shared/tracking/enrich-click.js'
import { clickRow } from './events.js'

/** Six days that span a month boundary, a daylight saving change in Europe, and boundaries of four-day and sixteen-day buckets. */
export const begin = Date.UTC(2026, 9, 24)
export const span = days(6)

const attributeValues: Record<Exclude<Attribute, 'eventName'>, (row: ClickRow) => string> = {
  linkId: (row) => row.link_id,
  continent: (row) => row.continent,
  country: (row) => row.country,
  region: (row) => `${row.country}-${row.region}`,
  city: (row) => row.city,
  device: (row) => row.device,
  browser: (row) => row.browser,
  os: (row) => row.os,
  trigger: (row) => row.trigger,
  referer: (row) => row.referer,
  refererUrl: (row) => row.referer_url,
  url: (row) => row.url,
  baseUrl: (row) => row.base_url,
  utm_source: (row) => row.utm_source,
  utm_medium: (row) => row.utm_medium,
  utm_campaign: (row) => row.utm_campaign,
  utm_term: (row) => row.utm_term,
  utm_content: (row) => row.utm_content,
}

interface TestLink {
  id: string
  /** Index of the workspace that it belongs to. */
  workspace: 0 | 1
  domain: string
  folderId: string | null
}

export const links: TestLink[] = Array.from({ length: 4 }, (_, at) => ({
  id: newId('link_'),
  workspace: at < 2 ? 0 : 1,
  domain: at % 2 ? 'one.example' : 'two.example',
  folderId: null,
}))

const locations = [
  ['NA', 'US', 'CA', 'San Francisco'],
  ['NA', 'US', 'NY', 'New York'],
  ['EU', 'DE', 'BE', 'Berlin'],
  ['EU', 'DE', 'Unknown', 'Unknown'],
  ['Unknown', 'Unknown', 'Unknown', 'Unknown'],
] as const
const clients = [
  ['Mobile', 'Mobile Safari', 'iOS'],
  ['Desktop', 'Chrome', 'Windows'],
  ['Desktop', 'Firefox', 'Linux'],
] as const
const referers = [
  ['(direct)', '(direct)'],
  ['news.example', 'https://news.example/a'],
  ['news.example', 'https://news.example/b'],
] as const
const urls = ['https://shop.example/a', 'https://shop.example/a?utm_source=mail&utm_campaign=may', 'https://shop.example/b?utm_source=mail']

// Clicks cluster in a few hours, so that some buckets are dense and others are not.
const timeArbitrary = fc.oneof(
  fc.integer({ min: 0, max: span - 1 }),
  fc
    .tuple(fc.constantFrom(hours(3), hours(26), hours(50), hours(51)), fc.integer({ min: 0, max: hours(1) - 1 }))
    .map(([hour, rest]) => hour + rest),
)

export const clickArbitrary = fc.record({
  at: timeArbitrary,
  link: fc.nat(3),
  place: fc.nat(4),
  client: fc.nat(2),
  referer: fc.nat(2),
  url: fc.nat(2),
  trigger: fc.constantFrom('link', 'qr'),
  round: fc.nat(2),
})

export function toClickRow(
  workspaceIds: readonly string[],
  input: { at: number; link: number; place: number; client: number; referer: number; url: number; trigger: string },
): ClickRow {
  const [continent, country, region, city] = locations[input.place] as (typeof locations)[number]
  const [device, browser, os] = clients[input.client] as (typeof clients)[number]
  const [referer, refererUrl] = referers[input.referer] as (typeof referers)[number]
  const url = urls[input.url] as string
  const query = new URL(url).searchParams
  const campaign = { utm_source: query.get('utm_source') ?? '', utm_campaign: query.get('utm_campaign') ?? '' }
  return clickRow({
    timestamp: new Date(begin + input.at),
    workspace_id: workspaceIds[(links[input.link] as TestLink).workspace] as string,
    link_id: (links[input.link] as TestLink).id,
    continent,
    country,
    region,
    city,
    device,
    browser,
    os,
    referer,
    referer_url: refererUrl,
    url,
    trigger: input.trigger,
    identity_hash: `visitor ${input.at % 7}`,
    ...campaign,
  })
}

const attributeNames = Object.keys(attributeValues) as (keyof typeof attributeValues)[]
const valueOf = (row: ClickRow, attribute: Attribute) => attributeValues[attribute as keyof typeof attributeValues](row)
const filterValues: Partial<Record<Attribute, string[]>> = {
  linkId: links.map(({ id }) => id),
  country: ['us', 'DE', 'FR'],
  continent: ['NA', 'EU'],
  region: ['us-ca', 'US-NY', 'DE-BE'],
  city: ['Berlin', 'New York'],
  device: ['mobile', 'Desktop'],
  browser: ['Chrome', 'firefox'],
  os: ['ios', 'Linux'],
  trigger: ['qr'],
  referer: ['news.example'],
  refererUrl: ['https://news.example/a'],
  url: [urls[1] as string],
  baseUrl: ['https://shop.example/a'],
  utm_source: ['mail'],
  utm_campaign: ['may'],
}
const filterArbitrary: fc.Arbitrary<AttributeFilter> = fc.constantFrom(...(Object.keys(filterValues) as Attribute[])).chain((attribute) =>
  fc.record({
    attribute: fc.constant(attribute),
    values: fc.subarray(filterValues[attribute] as string[], { minLength: 1 }),
    negated: fc.boolean(),
  }),
)
const linkFilterArbitrary: fc.Arbitrary<LinkFilter> = fc.record({
  field: fc.constantFrom('domain' as const),
  values: fc.constantFrom(['one.example'], ['two.example', 'three.example']),
  negated: fc.boolean(),
})

const groupingArbitrary = fc.oneof(
  fc.constant('nothing' as const),
  fc.record({
    unit: fc.constantFrom('hour' as const, 'day' as const),
    zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  }),
  fc.constantFrom(...attributeNames),
  fc.constant('regions' as const),
  fc.constant('domain' as const),
)
export const questionArbitrary = fc.record({
  from: fc.integer({ min: -hours(5), max: span }),
  length: fc.oneof(fc.integer({ min: 1, max: span + hours(5) }), fc.constantFrom(hours(1), hours(24), days(4))),
  align: fc.constantFrom(1, minutes(15), hours(1), days(1)),
  filters: fc.array(filterArbitrary, { maxLength: 2 }),
  links: fc.array(linkFilterArbitrary, { maxLength: 1 }),
  grouping: groupingArbitrary,
})
export type Question = typeof questionArbitrary extends fc.Arbitrary<infer T> ? T : never

/** The events of one of the workspaces, or of both. */
export function selectionOf(workspaceIds: readonly string[], { from, length, align, filters, links: linkFilters }: Question): Selection {
  const start = begin + Math.floor(from / align) * align
  const choice = Math.abs(from) % 3
  const of = choice === 2 ? workspaceIds : workspaceIds.slice(choice, choice + 1)
  return { workspaceIds: of, from: start, to: start + length, attributes: filters, links: linkFilters }
}

export function groupingOf({ grouping }: Question, { from, to }: Selection): Grouping {
  if (grouping === 'nothing') return { by: 'nothing' }
  if (grouping === 'domain') return { by: 'link', field: 'domain' }
  if (grouping === 'regions') return { by: 'attributes', attributes: ['country', 'region'] }
  if (typeof grouping === 'string') return { by: 'attributes', attributes: [grouping] }
  return { by: 'time', starts: bucketStarts({ from, to, unit: grouping.unit }, zoneOf(grouping.zone)) }
}

/** An event of any kind; fields that its kind does not have are absent. */
export type EventRow = ClickRow &
  Partial<Pick<SaleRow, 'customer_id' | 'event_name' | 'metadata' | 'amount' | 'sales' | 'recurring' | 'click_id'>>
export type EventRows = Record<EventKind, readonly EventRow[]>

const equalsIgnoringCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const findLink = (row: EventRow) => links.find(({ id }) => id === row.link_id) as TestLink

/** The expected counts, by iterating over all events. */
export function countByBruteForce(
  rows: EventRows,
  kinds: readonly EventKind[],
  selection: Selection,
  grouping: Grouping,
): Record<string, GroupCounts['counts']> {
  const counts: Record<string, GroupCounts['counts']> = {}
  const seen = new Set<string>()
  const zeros = Object.fromEntries(
    kinds.flatMap((kind): [Measure, number][] =>
      kind === 'sales'
        ? [
            ['sales', 0],
            ['saleAmount', 0],
          ]
        : [[kind, 0]],
    ),
  )
  for (const kind of kinds) {
    for (const row of rows[kind].filter((one) => isSelected(kind, one, selection, rows))) {
      const key = groupKey(row, grouping, findLink(row))
      if (key === null) continue
      const visitor = `${key} by ${row.identity_hash}`
      if (selection.unique && seen.has(visitor)) continue
      seen.add(visitor)
      const group = (counts[key] ??= { ...zeros })
      group[kind] = (group[kind] ?? 0) + (kind === 'sales' ? (row.sales as number) : 1)
      if (kind === 'sales') group.saleAmount = (group.saleAmount ?? 0) + (row.amount as number)
    }
  }
  return counts
}

function isSelected(kind: EventKind, row: EventRow, selection: Selection, rows: EventRows): boolean {
  const at = row.timestamp.getTime()
  const { customerId, saleType, metadata = [] } = selection
  return (
    selection.workspaceIds.includes(row.workspace_id) &&
    at >= selection.from &&
    at < selection.to &&
    selection.attributes.every(
      ({ attribute, values, negated }) => values.some((value) => equalsIgnoringCase(value, valueOf(row, attribute))) !== negated,
    ) &&
    selection.links.every(({ values, negated }) => values.includes(findLink(row).domain) !== negated) &&
    (customerId === undefined ||
      (kind === 'clicks'
        ? rows.leads.some((lead) => lead.customer_id === customerId && lead.click_id === row.id)
        : row.customer_id === customerId)) &&
    (kind !== 'sales' || saleType === undefined || row.recurring === (saleType === 'recurring')) &&
    (kind === 'clicks' ||
      metadata.length === 0 ||
      metadata.some((set) =>
        set.every((one) => matchesMetadata(one, row.metadata?.[one.path[0] as string] as string | number | undefined)),
      ))
  )
}

function matchesMetadata({ operator, value }: MetadataCondition, found: string | number | undefined): boolean {
  const text = found === undefined ? null : String(found)
  switch (operator) {
    case '=':
      return text === value
    case '!=':
      return text !== value
    case '<':
      return text !== null && Number(text) < Number(value)
    case '<=':
      return text !== null && Number(text) <= Number(value)
    case '>':
      return text !== null && Number(text) > Number(value)
    case '>=':
      return text !== null && Number(text) >= Number(value)
  }
}

function groupKey(row: EventRow, grouping: Grouping, link: TestLink): string | null {
  if (grouping.by === 'nothing') return '0'
  if (grouping.by === 'eventName') return row.event_name || null
  if (grouping.by === 'time') return String(grouping.starts.findLastIndex((start) => start <= row.timestamp.getTime()))
  const texts = grouping.by === 'link' ? [link.domain] : grouping.attributes.map((one) => valueOf(row, one))
  return texts.some((text) => text === '' || text === 'Unknown') ? null : texts.join(' | ')
}

/** Converts the counts of an event store to the form of the expected counts. */
export const countsByKey = (answer: readonly GroupCounts[]) =>
  Object.fromEntries(answer.map(({ key, counts }) => [key.join(' | '), counts]))

/** The expected first groups: largest first, equal ones by key. */
export function firstGroups(counts: Record<string, GroupCounts['counts']>, { by }: Grouping, limit: number): string[] {
  const rank: Measure[] = by === 'link' ? ['saleAmount', 'clicks', 'leads'] : ['clicks', 'leads', 'saleAmount']
  const amount = (key: string, measure: Measure) => counts[key]?.[measure] ?? 0
  const order = (one: string, other: string) =>
    rank.map((measure) => amount(other, measure) - amount(one, measure)).find((difference) => difference !== 0) ?? (one < other ? -1 : 1)
  return Object.keys(counts).sort(order).slice(0, limit)
}

/** Whether results of the grouping are sorted by size and limited. */
export const isSortedBySize = ({ by }: Grouping) => by !== 'nothing' && by !== 'time'
