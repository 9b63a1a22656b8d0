/** Compares counts from column segments with counts from facts, which `exactness.test.ts` verifies. */
import test from 'ava'
import type { Grouping, Selection } from '../../../../shared/analytics/event-store.js'
import { DistinctVisitors } from '../../../../shared/analytics/postgres/distinct-visitors.js'
import { openPostgresStore } from '../../../../shared/analytics/postgres/open-postgres-store.js'
import { sha256 } from '../../../../shared/kernel/hash.js'
import { days, hours, minutes } from '../../../../shared/kernel/time.js'
import { type Attribute, rollUpClicks, buildColumnSegments } from '../../../../shared/rollups/index.js'
import type { ClickRow } from '../../../../shared/tracking/enrich-click.js'
import { clickRow, resetEvents, storeClicks } from '../../../support/events.js'
import { testService, type TestService } from '../../../support/service.js'

const begin = Date.UTC(2026, 4, 4)
const workspaceId = 'ws_1'
let service: TestService
let clicks: ClickRow[]
test.before(async () => {
  service = await testService()
  await resetEvents(pool(), new Date(begin))
  clicks = Array.from({ length: 2000 }, (_, at) =>
    clickRow({
      timestamp: new Date(begin + at * minutes(1.7)),
      workspace_id: workspaceId,
      identity_hash: `visitor ${(at * at) % 97}`,
      link_id: `link_${at % 50}`,
      country: ['US', 'DE', 'FR'][at % 3],
      device: at % 4 ? 'Mobile' : 'Desktop',
      browser: ['Chrome', 'Firefox'][at % 2],
      referer: `site-${at % 5}.example`,
    }),
  )
  await storeClicks(pool(), clicks)
  await rollUpClicks({ pool: pool(), now: () => new Date(begin + hours(55)) }, { denseThreshold: 1000, clicksPerStep: 1000 })
  await buildColumnSegments({ pool: pool(), now: () => new Date() }, { minFactsPerHour: 3, factsPerSegment: 20 })
})
test.after.always(() => service.close())

const pool = () => service.resources.database.pool
const is = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: false })
const isNot = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: true })
const byHours = (firstMinute: number): Grouping => ({
  by: 'time',
  starts: Array.from({ length: 12 }, (_, at) => begin + minutes(firstMinute) + hours(at)),
})

const cases: Record<string, [Partial<Selection>, Grouping]> = {
  'links of a country on phones': [
    { attributes: [is('country', 'US'), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['linkId'] },
  ],
  'clicks from two countries and neither of two sites': [
    { attributes: [is('country', 'US', 'DE'), isNot('referer', 'site-1.example', 'site-2.example')] },
    { by: 'nothing' },
  ],
  'hourly clicks of a site on phones': [{ attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] }, byHours(-60)],
  'hours that start at half past': [{ attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] }, byHours(-30)],
  'a range that starts and ends within an hour': [
    { from: begin + minutes(95), to: begin + minutes(400), attributes: [isNot('referer', 'site-1.example')] },
    { by: 'attributes', attributes: ['browser'] },
  ],
  'phones of one link, a small share of the clicks': [
    { attributes: [is('linkId', 'link_7'), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['country'] },
  ],
  'phones of many links, most of the clicks': [
    { attributes: [is('linkId', ...Array.from({ length: 40 }, (_, at) => `link_${at}`)), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['country'] },
  ],
  'browsers of a site over days': [
    { to: begin + hours(60), attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] },
    { by: 'attributes', attributes: ['browser'] },
  ],
  'days of a site on phones': [
    { to: begin + hours(60), attributes: [is('referer', 'site-3.example'), is('device', 'Mobile')] },
    { by: 'time', starts: [begin - minutes(30), begin + days(1), begin + days(2)] },
  ],
  'clicks of a site over days, without one country': [
    { from: begin + hours(5), to: begin + hours(60), attributes: [is('referer', 'site-3.example'), isNot('country', 'US')] },
    { by: 'nothing' },
  ],
  'a country and a site that do not occur': [
    { attributes: [is('country', 'JP'), is('referer', 'nowhere.example')] },
    { by: 'attributes', attributes: ['browser'] },
  ],
}

for (const [name, [overrides, grouping]] of Object.entries(cases)) {
  test(`segments and facts return the same counts: ${name}`, async (t) => {
    const selection: Selection = {
      workspaceIds: [workspaceId],
      from: begin - minutes(30),
      to: begin + hours(12),
      attributes: [],
      links: [],
      ...overrides,
    }
    const countFrom = (minFacts: number) => openPostgresStore(pool(), minFacts).count(['clicks'], selection, grouping, 100)
    const fromFacts = await countFrom(Infinity)
    t.deepEqual(await countFrom(1), fromFacts)
    t.deepEqual(await countFrom(1), fromFacts, 'from memory')
    t.is(fromFacts?.length === 0, name.endsWith('do not occur'))
  })
}

/** The number of visitors of each row, by brute force. */
function visitorsByRow(selection: Selection, starts: readonly number[], matches: (click: ClickRow) => boolean): [string, number][] {
  const rows = new Map<number, Set<string>>()
  for (const click of clicks.filter(matches)) {
    const at = click.timestamp.getTime()
    const row = starts.findLastIndex((start) => start <= at)
    if (at >= selection.from && at < selection.to && row >= 0) rows.set(row, (rows.get(row) ?? new Set()).add(click.identity_hash))
  }
  return [...rows].map(([row, visitors]) => [String(row), visitors.size] as [string, number]).sort()
}

const ranges = { all: [-30, 720], 'parts of hours': [95, 400], 'less than an hour': [70, 90] } as const
for (const [name, [from, to]] of Object.entries(ranges)) {
  test(`visitors from segments equal a count by brute force: ${name}`, async (t) => {
    const range = { workspaceIds: [workspaceId], from: begin + minutes(from), to: begin + minutes(to), links: [], unique: true }
    const halfHours = byHours(-30) as Extract<Grouping, { by: 'time' }>
    for (const grouping of [{ by: 'nothing' } as const, byHours(-60) as typeof halfHours, halfHours]) {
      for (const isFiltered of [false, true]) {
        const attributes = isFiltered ? [is('country', 'US', 'DE'), isNot('device', 'Desktop')] : []
        const counted = await openPostgresStore(pool()).count(['clicks'], { ...range, attributes }, grouping, 100)
        const expected = visitorsByRow(
          { ...range, attributes },
          grouping.by === 'time' ? grouping.starts : [0],
          ({ country, device }) => !isFiltered || (country !== 'FR' && device === 'Mobile'),
        )
        t.deepEqual(counted.map(({ key, counts }) => [key[0] as string, counts.clicks as number] as [string, number]).sort(), expected)
      }
    }
  })
}

test('distinct visitors are counted exactly, also a visitor of zeros and repeated ones', async (t) => {
  const random = Buffer.concat(Array.from({ length: 120_000 }, (_, at) => sha256(String(at % 70_000)).subarray(0, 8)))
  const visitors = Buffer.concat([random, Buffer.alloc(16)])
  const inParts = new DistinctVisitors(1000)
  for (let at = 0; at < visitors.length; at += 80_000) inParts.add(visitors.subarray(at, at + 80_000))
  t.is(await inParts.count(), 70_001)
  const matching = new DistinctVisitors(200_000)
  matching.add(
    visitors,
    Uint8Array.from({ length: visitors.length / 8 }, (_, at) => Number(at < 50_000)),
  )
  t.is(await matching.count(), 50_000)
})
