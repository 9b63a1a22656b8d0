import { deepStrictEqual } from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import { newId } from '../../../../shared/kernel/ids.js'
import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import type { AttributeFilter, Grouping, LinkFilter, Selection } from '../../../../shared/analytics/event-store.js'
import { openEventStore } from '../../../../shared/analytics/postgres/open-event-store.js'
import { bucketStarts } from '../../../../shared/analytics/time/buckets.js'
import { zoneOf } from '../../../../shared/analytics/time/zone.js'
import { type Attribute, foldClicks } from '../../../../shared/tracking/index.js'
import type { ClickRow } from '../../../../shared/tracking/describe-click.js'
import { clickRow, forgetClicks, storeClicks } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

/** Six days around a change of month, of summer time in Europe, and of four-day and sixteen-day buckets. */
const begin = Date.UTC(2026, 9, 24)
const span = days(6)

const textOf: Record<Attribute, (row: ClickRow) => string> = {
  linkId: (row) => row.link_id, continent: (row) => row.continent, country: (row) => row.country, region: (row) => `${row.country}-${row.region}`, city: (row) => row.city, device: (row) => row.device,
  browser: (row) => row.browser, os: (row) => row.os, trigger: (row) => row.trigger, referer: (row) => row.referer, refererUrl: (row) => row.referer_url, url: (row) => row.url, baseUrl: (row) => row.base_url,
  utm_source: (row) => row.utm_source, utm_medium: (row) => row.utm_medium, utm_campaign: (row) => row.utm_campaign, utm_term: (row) => row.utm_term, utm_content: (row) => row.utm_content,
}

interface TestLink {
  id: string
  domain: string
  folderId: string | null
}

const links: TestLink[] = Array.from({ length: 4 }, (_, at) => ({ id: newId('link_'), domain: at % 2 ? 'one.example' : 'two.example', folderId: null }))

const places = [['NA', 'US', 'CA', 'San Francisco'], ['NA', 'US', 'NY', 'New York'], ['EU', 'DE', 'BE', 'Berlin'], ['EU', 'DE', 'Unknown', 'Unknown'], ['Unknown', 'Unknown', 'Unknown', 'Unknown']] as const
const clients = [['Mobile', 'Mobile Safari', 'iOS'], ['Desktop', 'Chrome', 'Windows'], ['Desktop', 'Firefox', 'Linux']] as const
const referers = [['(direct)', '(direct)'], ['news.example', 'https://news.example/a'], ['news.example', 'https://news.example/b']] as const
const urls = ['https://shop.example/a', 'https://shop.example/a?utm_source=mail&utm_campaign=may', 'https://shop.example/b?utm_source=mail']

// Clicks crowd into a few hours, so that some buckets are dense and others are not.
const instants = fc.oneof(fc.integer({ min: 0, max: span - 1 }), fc.tuple(fc.constantFrom(hours(3), hours(26), hours(50), hours(51)), fc.integer({ min: 0, max: hours(1) - 1 })).map(([hour, rest]) => hour + rest))

const someClick = fc.record({ at: instants, link: fc.nat(3), place: fc.nat(4), client: fc.nat(2), referer: fc.nat(2), url: fc.nat(2), trigger: fc.constantFrom('link', 'qr'), round: fc.nat(2) })

function rowOf(workspaceId: string, given: { at: number; link: number; place: number; client: number; referer: number; url: number; trigger: string }): ClickRow {
  const [continent, country, region, city] = places[given.place] as (typeof places)[number]
  const [device, browser, os] = clients[given.client] as (typeof clients)[number]
  const [referer, refererUrl] = referers[given.referer] as (typeof referers)[number]
  const url = urls[given.url] as string
  const query = new URL(url).searchParams
  const campaign = { utm_source: query.get('utm_source') ?? '', utm_campaign: query.get('utm_campaign') ?? '' }
  return clickRow({ timestamp: new Date(begin + given.at), workspace_id: workspaceId, link_id: (links[given.link] as TestLink).id, continent, country, region, city, device, browser, os, referer, referer_url: refererUrl, url, trigger: given.trigger, ...campaign })
}

const attributeNames = Object.keys(textOf) as Attribute[]
const valuesOf: Partial<Record<Attribute, string[]>> = {
  linkId: links.map(({ id }) => id), country: ['us', 'DE', 'FR'], continent: ['NA', 'EU'], region: ['us-ca', 'US-NY', 'DE-BE'], city: ['Berlin', 'New York'], device: ['mobile', 'Desktop'], browser: ['Chrome', 'firefox'], os: ['ios', 'Linux'],
  trigger: ['qr'], referer: ['news.example'], refererUrl: ['https://news.example/a'], url: [urls[1] as string], baseUrl: ['https://shop.example/a'], utm_source: ['mail'], utm_campaign: ['may'],
}
const someFilter: fc.Arbitrary<AttributeFilter> = fc.constantFrom(...(Object.keys(valuesOf) as Attribute[])).chain((attribute) =>
  fc.record({ attribute: fc.constant(attribute), values: fc.subarray(valuesOf[attribute] as string[], { minLength: 1 }), negated: fc.boolean() }),
)
const someLinkFilter: fc.Arbitrary<LinkFilter> = fc.record({ field: fc.constantFrom('domain' as const), values: fc.constantFrom(['one.example'], ['two.example', 'three.example']), negated: fc.boolean() })

const someGrouping = fc.oneof(
  fc.constant('nothing' as const),
  fc.record({ unit: fc.constantFrom('hour' as const, 'day' as const), zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe') }),
  fc.constantFrom(...attributeNames),
  fc.constant('regions' as const),
  fc.constant('domain' as const),
)
const someQuestion = fc.record({
  from: fc.integer({ min: -hours(5), max: span }),
  length: fc.oneof(fc.integer({ min: 1, max: span + hours(5) }), fc.constantFrom(hours(1), hours(24), days(4))),
  align: fc.constantFrom(1, minutes(15), hours(1), days(1)),
  filters: fc.array(someFilter, { maxLength: 2 }),
  links: fc.array(someLinkFilter, { maxLength: 1 }),
  grouping: someGrouping,
})
type Question = typeof someQuestion extends fc.Arbitrary<infer T> ? T : never

function selectionOf(workspaceId: string, { from, length, align, filters, links: linkFilters }: Question): Selection {
  const start = begin + Math.floor(from / align) * align
  return { kind: 'clicks', workspaceId, from: start, to: start + length, attributes: filters, links: linkFilters }
}

function groupingOf({ grouping }: Question, { from, to }: Selection): Grouping {
  if (grouping === 'nothing') return { by: 'nothing' }
  if (grouping === 'domain') return { by: 'link', field: 'domain' }
  if (grouping === 'regions') return { by: 'attributes', attributes: ['country', 'region'] }
  if (typeof grouping === 'string') return { by: 'attributes', attributes: [grouping] }
  return { by: 'time', starts: bucketStarts({ from, to, unit: grouping.unit }, zoneOf(grouping.zone)) }
}

/** The answer that somebody gets who counts the clicks one by one. */
function countedByHand(rows: readonly ClickRow[], selection: Selection, grouping: Grouping): Record<string, number> {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const linkOf = (row: ClickRow) => links.find(({ id }) => id === row.link_id) as TestLink
  const found = rows.filter((row) => {
    const at = row.timestamp.getTime()
    return (
      at >= selection.from && at < selection.to &&
      selection.attributes.every(({ attribute, values, negated }) => values.some((value) => same(value, textOf[attribute](row))) !== negated) &&
      selection.links.every(({ values, negated }) => values.includes(linkOf(row).domain) !== negated)
    )
  })
  const counts: Record<string, number> = {}
  for (const row of found) {
    const key = handKey(row, grouping, linkOf(row))
    if (key !== null) counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

function handKey(row: ClickRow, grouping: Grouping, link: TestLink): string | null {
  if (grouping.by === 'nothing') return '0'
  if (grouping.by === 'time') return String(grouping.starts.findLastIndex((start) => start <= row.timestamp.getTime()))
  const texts = grouping.by === 'link' ? [link.domain] : grouping.attributes.map((one) => textOf[one](row))
  return texts.some((text) => text === '' || text === 'Unknown') ? null : texts.join(' | ')
}

test.serial('whatever is folded, late or asked, the answer is that of counting one by one', async (t) => {
  const { pool } = service.resources.database
  const store = openEventStore(pool)
  const workspace = await service.make.workspace()
  for (const { id, domain } of links) await service.make.link(workspace, { id, domain })
  const property = fc.asyncProperty(
    fc.array(someClick, { minLength: 1, maxLength: 250 }),
    fc.array(fc.integer({ min: 0, max: span }), { minLength: 3, maxLength: 3 }),
    fc.array(someQuestion, { minLength: 30, maxLength: 30 }),
    async (clicks, folds, questions) => {
      await forgetClicks(pool, new Date(begin + hours(7)))
      const stored: ClickRow[] = []
      for (const [round, until] of folds.toSorted((a, b) => a - b).entries()) {
        const rows = clicks.filter((one) => one.round === round).map((one) => rowOf(workspace.id, one))
        await storeClicks(pool, [...rows, clickRow({ timestamp: new Date(begin + until), workspace_id: 'ws_other', link_id: 'link_other' })])
        stored.push(...rows)
        await foldClicks({ pool, now: () => new Date(begin + until) }, { denseFrom: 4, clicksPerChunk: 20, clicksPerStep: 30 })
        for (const question of questions.slice(round * 10, round * 10 + 10)) {
          const selection = selectionOf(workspace.id, question)
          const grouping = groupingOf(question, selection)
          const answer = await store.count(selection, grouping, 5000)
          const counts = Object.fromEntries(answer.filter(({ count }) => count > 0).map(({ key, count }) => [grouping.by === 'nothing' ? '0' : key.join(' | '), count]))
          deepStrictEqual({ counts, grouping, selection }, { counts: countedByHand(stored, selection, grouping), grouping, selection })
        }
      }
    },
  )
  const { failed, seed, errorInstance } = await fc.check(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 4), endOnFailure: true })
  t.false(failed, `seed ${seed}: ${(errorInstance as Error | null)?.stack}`)
})
