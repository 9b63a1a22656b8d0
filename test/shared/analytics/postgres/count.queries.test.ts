/** SQL snapshots, one file per query in `statements/`. `UPDATE_STATEMENTS=1` rewrites them. */
import { readFile, writeFile } from 'node:fs/promises'
import test from 'ava'
import { type EventKind, eventKinds, type Grouping, type Selection } from '../../../../shared/analytics/event-store.js'
import { countStatement, rollupStateQuery } from '../../../../shared/analytics/postgres/count.queries.js'
import { planQuery, cheapestSource } from '../../../../shared/analytics/postgres/query-plan.js'
import type { Statement } from '../../../../shared/analytics/postgres/sql-values.js'
import { days, hours } from '../../../../shared/kernel/time.js'
import { type Attribute, valueDigest } from '../../../../shared/rollups/index.js'

const begin = Date.UTC(2026, 4, 4)
const watermark = begin + days(2) + hours(10.25)
const is = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: false })
const clicksOnly: readonly EventKind[] = ['clicks']
const isNot = (attribute: Attribute, ...values: string[]) => ({ attribute, values, negated: true })

const cases: Record<
  string,
  { kinds?: readonly EventKind[]; selection?: Partial<Selection>; grouping: Grouping; workspace?: null; hasPending?: boolean }
> = {
  'total-clicks': { grouping: { by: 'nothing' } },
  'days-in-india': {
    grouping: { by: 'time', starts: [0, 1, 2].map((day) => begin + days(day) - hours(5.5)) },
    selection: { from: begin - hours(5.5) },
  },
  countries: { grouping: { by: 'attributes', attributes: ['country'] } },
  'cities-of-a-country': {
    grouping: { by: 'attributes', attributes: ['country', 'region', 'city'] },
    selection: { attributes: [is('country', 'US')] },
  },
  'browsers-of-a-city-and-a-referer': {
    grouping: { by: 'attributes', attributes: ['browser'] },
    selection: { attributes: [is('city', 'Berlin'), isNot('referer', '(direct)', 'news.example')] },
  },
  'days-of-a-link-on-phones': {
    grouping: { by: 'time', starts: [0, 1, 2].map((day) => begin + days(day)) },
    selection: { attributes: [is('linkId', 'link_1'), is('device', 'Mobile')] },
  },
  'tags-of-links-in-a-folder': {
    grouping: { by: 'link', field: 'tagId' },
    selection: {
      links: [
        { field: 'folderId', values: ['fold_1'], negated: false },
        { field: 'tagId', values: ['tag_1'], negated: true },
      ],
    },
  },
  'all-events-by-country': { kinds: eventKinds, grouping: { by: 'attributes', attributes: ['country'] } },
  'days-of-first-sales-with-pending-events': {
    kinds: ['sales'],
    grouping: { by: 'time', starts: [0, 1, 2].map((day) => begin + days(day)) },
    selection: { saleType: 'new' },
    hasPending: true,
  },
  'all-events-of-a-customer-by-tag': { kinds: eventKinds, grouping: { by: 'link', field: 'tagId' }, selection: { customerId: 'cus_1' } },
  'event-names-of-first-sales-by-metadata': {
    kinds: ['sales'],
    grouping: { by: 'eventName' },
    selection: {
      saleType: 'new',
      metadata: [
        [
          { path: ['plan'], operator: '=', value: 'pro' },
          { path: ['a', 'seats'], operator: '>=', value: '5' },
        ],
        [{ path: ['plan'], operator: '!=', value: 'free' }],
      ],
    },
  },
  'countries-before-the-first-roll-up': { grouping: { by: 'attributes', attributes: ['country'] }, workspace: null },
}

for (const [name, { kinds = clicksOnly, selection: overrides, grouping, workspace = 7, hasPending = false }] of Object.entries(cases)) {
  test(`compiles the query "${name}" to its snapshot`, async (t) => {
    const selection: Selection = { workspaceIds: ['ws_1'], from: begin, to: begin + days(3), attributes: [], links: [], ...overrides }
    const stateQuery = rollupStateQuery(cheapestSource(selection, grouping), selection)
    const filters = stateQuery.conditions.map(({ dimension, negated }, index) => ({
      dimension,
      negated,
      valueIds: negated ? [1, 2] : [10 + index],
    }))
    const plans = planQuery(kinds, selection, grouping, { watermarks: { clicks: watermark, conversions: watermark }, hasPending })
    const sql = [
      stateQuery,
      countStatement({
        kinds,
        selection,
        grouping,
        limit: 5000,
        plans,
        packedSums: null,
        workspaces: workspace === null ? [] : [workspace],
        filters,
      }),
    ]
      .map(format)
      .join('\n')
    const file = `test/shared/analytics/postgres/statements/${name}.sql`
    if (process.env.UPDATE_STATEMENTS) await writeFile(file, sql)
    t.is(sql, await readFile(file, 'utf8'))
  })
}

const format = ({ text, values }: Statement) =>
  `${text.replace(/\n\s*\n/g, '\n')};\n${values.map((value, at) => `-- $${at + 1}: ${JSON.stringify(readable(value))}\n`).join('')}`

const digests = new Map(
  ['Berlin', 'link_1', '(direct)', 'news.example'].map((text) => [valueDigest([text]).toString('hex'), `digest of ${text}`]),
)
function readable(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return digests.get(value.toString('hex'))
  return Array.isArray(value) ? value.map(readable) : value
}
