/** Counts the events of the simulated world one by one, as the analytics of a workspace must. */
import type { Click, Dimension, Metadata, SimulatedLink, World } from './world.js'

export interface Counts {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}

export interface CountedEvent {
  kind: 'clicks' | 'leads' | 'sales'
  at: number
  link: string
  visit: Click['visit']
  visitor: string
  customer: string
  eventName: string
  metadata: Metadata
  amount: number
  sales: number
  isFirst: boolean
  /** Its text in a list of events; null for a refund, which is not listed. */
  listed: string | null
}

export type Values = { values: string[]; negated: boolean }
export type LinkField = 'domain' | 'folderId' | 'tagId' | 'tenantId' | 'partnerId' | 'groupId'

export interface Question {
  event: 'clicks' | 'leads' | 'sales' | 'composite'
  from: number
  to: number
  dimensions: Partial<Record<Dimension, Values>>
  linkIds: Values | null
  links: Partial<Record<LinkField, Values>>
  customerId: string | null
  saleType: 'new' | 'recurring' | null
  metadata: ((metadata: Metadata) => boolean) | null
  /** Counts visitors. */
  unique: boolean
}

export function eventsOf(world: World, workspace: string): CountedEvent[] {
  const clicks = world.clicks
    .filter((click) => click.workspace === workspace)
    .map(({ id, at, link, visit, visitor, erasedBy }): CountedEvent => ({
      ...blank,
      kind: 'clicks',
      listed: `${link} ${id}`,
      at,
      link,
      visit,
      visitor: erasedBy ?? visitor,
    }))
  const conversions = world.conversions
    .filter((one) => one.workspace === workspace)
    .map(({ kind, click, ...one }): CountedEvent => ({
      ...one,
      kind: kind === 'lead' ? 'leads' : 'sales',
      listed: kind === 'refund' ? null : `${one.link} ${click.id} ${one.customer} ${one.eventName} ${one.amount} ${one.invoice}`,
      visit: click.visit,
      visitor: click.visitor,
    }))
  return [...clicks, ...conversions]
}
const blank = { listed: null, customer: '', eventName: '', metadata: null, amount: 0, sales: 0, isFirst: false }

/** The events as `/events` lists them, which leaves out those of links that the workspace has no more. */
export const listedTexts = (world: World, workspace: string, events: readonly CountedEvent[]): string[] =>
  events.flatMap(({ link, listed }) => (listed !== null && linkOf(world, workspace, link) ? [listed] : []))

/** The link with its current properties, unless the workspace has it no more. */
function linkOf(world: World, workspace: string, id: string): SimulatedLink | undefined {
  const link = world.links.get(id)
  return link && !link.isDeleted && link.workspace === workspace ? link : undefined
}

function linkValues(world: World, link: SimulatedLink, field: LinkField): string[] {
  if (field === 'tagId') return link.tagIds
  const value = field === 'groupId' ? link.partnerId && world.groupOf.get(link.partnerId) : link[field]
  return value ? [value] : []
}

const matches = ({ values, negated }: Values, found: readonly string[]) =>
  found.some((one) => values.some((value) => value.toLowerCase() === one.toLowerCase())) !== negated

export function select(world: World, workspace: string, question: Question): CountedEvent[] {
  const clicksOfCustomer = new Set(
    world.conversions.filter(({ kind, customer }) => kind === 'lead' && customer === question.customerId).map(({ click }) => click),
  )
  const visitsOfCustomer = new Set([...clicksOfCustomer].map(({ visit }) => visit))
  return eventsOf(world, workspace).filter((event) => {
    const { kind, at, link: id, visit, customer, metadata, isFirst } = event
    const { from, to, dimensions, linkIds, links, customerId, saleType } = question
    if (question.event !== 'composite' && question.event !== kind) return false
    if (at < from || at >= to) return false
    for (const [name, values] of Object.entries(dimensions) as [Dimension, Values][])
      if (!matches(values, [name === 'region' ? `${visit.country}-${visit.region}` : visit[name]])) return false
    if (linkIds && !matches(linkIds, [id])) return false
    const link = linkOf(world, workspace, id)
    if (Object.keys(links).length > 0 && !link) return false
    for (const [field, values] of Object.entries(links) as [LinkField, Values][])
      if (link && !matches(values, linkValues(world, link, field))) return false
    if (customerId !== null && (kind === 'clicks' ? !visitsOfCustomer.has(visit) : customer !== customerId)) return false
    if (saleType !== null && kind === 'sales' && isFirst !== (saleType === 'new')) return false
    return question.metadata === null || kind === 'clicks' || question.metadata(metadata)
  })
}

const linkGroups: Record<string, LinkField> = {
  top_domains: 'domain',
  top_folders: 'folderId',
  top_link_tags: 'tagId',
  top_partners: 'partnerId',
  top_groups: 'groupId',
}
const dimensionGroups: Record<string, Dimension> = {
  continents: 'continent',
  countries: 'country',
  devices: 'device',
  browsers: 'browser',
  os: 'os',
  triggers: 'trigger',
  referers: 'referer',
  referer_urls: 'refererUrl',
  top_urls: 'url',
  top_base_urls: 'baseUrl',
  utm_sources: 'utm_source',
  utm_campaigns: 'utm_campaign',
}
export const groupBys = [...Object.keys(linkGroups), ...Object.keys(dimensionGroups), 'regions', 'cities', 'top_links', 'event_names']

/** The keys of the groups that contain the event. */
function groupsOf(world: World, workspace: string, groupBy: string, event: CountedEvent): string[] {
  const { visit } = event
  const link = linkOf(world, workspace, event.link)
  const field = linkGroups[groupBy]
  if (field) return link ? linkValues(world, link, field) : []
  if (groupBy === 'top_links') return link ? [link.id] : []
  const dimension = dimensionGroups[groupBy]
  const region = `${visit.country}-${visit.region}`
  const texts =
    groupBy === 'regions'
      ? [visit.region, `${visit.country} ${region}`]
      : groupBy === 'cities'
        ? [visit.city, `${visit.country} ${region} ${visit.city}`]
        : groupBy === 'event_names'
          ? [event.eventName]
          : [visit[dimension as Dimension]]
  return texts.some((text) => text === '' || text === 'Unknown') ? [] : [texts.at(-1) as string]
}

export const keyOfRow: Record<string, (row: any) => string> = {
  top_domains: (row) => row.domain,
  top_folders: (row) => row.folderId,
  top_link_tags: (row) => row.tagId,
  top_partners: (row) => row.partnerId,
  top_groups: (row) => row.groupId,
  continents: (row) => row.continent,
  countries: (row) => row.country,
  devices: (row) => row.device,
  browsers: (row) => row.browser,
  os: (row) => row.os,
  triggers: (row) => row.trigger,
  referers: (row) => row.referer,
  referer_urls: (row) => row.refererUrl,
  top_urls: (row) => row.url,
  top_base_urls: (row) => row.url,
  utm_sources: (row) => row.utm_source,
  utm_campaigns: (row) => row.utm_campaign,
  regions: (row) => `${row.country} ${row.region}`,
  cities: (row) => `${row.country} ${row.region} ${row.city}`,
  top_links: (row) => row.id,
  event_names: (row) => row.eventName,
}

export const noCounts = (): Counts => ({ clicks: 0, leads: 0, sales: 0, saleAmount: 0 })

export function add(counts: Counts, event: CountedEvent): Counts {
  counts[event.kind] += event.kind === 'sales' ? event.sales : 1
  counts.saleAmount += event.amount
  return counts
}

export const countsOf = ({ clicks, leads, sales, saleAmount }: Counts): Counts => ({ clicks, leads, sales, saleAmount })

/** The events that count: with `unique` the first one of each visitor. */
export function firstOfVisitors(events: readonly CountedEvent[], { unique }: Question): CountedEvent[] {
  const seen = new Set<string>()
  return events.filter(({ visitor }) => !unique || (!seen.has(visitor) && seen.add(visitor)))
}

/** Groups whose counts are all zero are left out. */
export function grouped(
  world: World,
  workspace: string,
  groupBy: string,
  events: readonly CountedEvent[],
  question: Question,
): Record<string, Counts> {
  const members: Record<string, CountedEvent[]> = {}
  for (const event of events) for (const key of groupsOf(world, workspace, groupBy, event)) (members[key] ??= []).push(event)
  const groups = Object.fromEntries(
    Object.entries(members).map(([key, own]) => [key, firstOfVisitors(own, question).reduce(add, noCounts())]),
  )
  return Object.fromEntries(Object.entries(groups).filter(([, counts]) => Object.values(counts).some((count) => count !== 0)))
}
