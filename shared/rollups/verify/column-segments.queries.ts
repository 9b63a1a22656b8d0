/**
 * Compares column segments hour by hour: with their facts, which have the same values of all dimensions, and with their events, which have
 * the same visitors.
 */
import { hours } from '../../kernel/time.js'
import {
  type FactSegments,
  listHoursWithVisitors,
  listSegmentedHours,
  readSegments,
  readVisitors,
  type SegmentedHour,
} from '../column-segments.queries.js'
import { clickRollupSchema } from '../rollup-schemas.js'
import type { Sql } from '../sql.js'
import { type CheckResult, type InSnapshot, maxSamples, type RowDifference } from './check.js'

/** With ten thousand facts per hour, a batch is about ten megabytes. */
const hoursPerBatch = 24
const { facts: factTable, dimensions } = clickRollupSchema

/** The number of facts of an hour and a hash of their values. */
type Digest = Record<'facts' | 'digest', number>

// Hashes the values of a fact to a number. Below this modulus, multiplication is exact in the database and in JavaScript.
const modulus = 67_108_859
const factor = 65_599
const valueDigestSql = dimensions.reduce((hash, { column }) => `mod(${hash} * ${factor} + ${column}, ${modulus})`, '0::bigint')

// The hash of a fact is squared, so that values swapped between facts change the sum.
const factDigestsSql = `
  select hour, count(*) as facts, sum(mod(number * number, ${modulus}))::bigint as digest
  from ${factTable} cross join lateral (select ${valueDigestSql} as number offset 0) as values
  where workspace = $1 and hour = any($2::integer[]) and at >= $3 and at < $4 group by hour`

function segmentDigest({ facts, segments }: FactSegments): number {
  let sum = 0
  for (let index = 0; index < facts; index++) {
    let number = 0
    for (const { values, codes } of segments) number = (number * factor + (values[codes[index] as number] as number)) % modulus
    sum += (number * number) % modulus
  }
  return sum
}

/** Compares the hours whose segments serve queries. Hours with a late click do not: their segments are rebuilt. */
export async function* compareSegments(workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<CheckResult> {
  const { workspace, list } = await inSnapshot((sql) => listComparableHours(sql, workspaceId))
  for (let first = 0; first < list.length; first += hoursPerBatch)
    yield inSnapshot((sql) => compareHours(sql, workspace, list.slice(first, first + hoursPerBatch)))
}

/** Excludes hours whose facts have been dropped. */
async function listComparableHours(sql: Sql, workspaceId: string): Promise<{ workspace: number; list: SegmentedHour[] }> {
  const {
    rows: [rollupWorkspace],
  } = await sql.query<{ no: number; from: Date }>(
    `select no, coalesce((select retained_from from event_retention where parent = '${factTable}'), 'epoch') as from
     from workspace_numbers where workspace_id = $1`,
    [workspaceId],
  )
  return {
    workspace: rollupWorkspace?.no ?? 0,
    list: rollupWorkspace ? await listSegmentedHours(sql, rollupWorkspace.no, rollupWorkspace.from.getTime(), Date.UTC(9999, 0)) : [],
  }
}

async function compareHours(sql: Sql, workspace: number, listed: readonly SegmentedHour[]): Promise<CheckResult> {
  const [from, to] = [listed[0]?.at ?? 0, (listed.at(-1)?.at ?? 0) + hours(1)]
  // A late click may have invalidated segments since the list was read.
  const listedHours = new Set(listed.map(({ at }) => at))
  const list = (await listSegmentedHours(sql, workspace, from, to)).filter(({ at }) => listedHours.has(at))
  const { rows } = await sql.query<Digest & { hour: number }>(factDigestsSql, [
    workspace,
    list.map(({ at }) => at / hours(1)),
    new Date(from),
    new Date(to),
  ])
  const expected = new Map(rows.map(({ hour, facts, digest }) => [hour * hours(1), { facts, digest }]))
  const found = new Map<number, Digest>()
  await readSegments(sql, workspace, list, dimensions, (part) => {
    const { facts, digest } = found.get(part.at) ?? { facts: 0, digest: 0 }
    found.set(part.at, { facts: facts + part.facts, digest: digest + segmentDigest(part) })
  })
  const wrongFacts = list
    .filter(({ at }) => expected.get(at)?.facts !== found.get(at)?.facts || expected.get(at)?.digest !== found.get(at)?.digest)
    .map(({ at }) => difference(at, expected.get(at), found.get(at)))
  const wrong = [...wrongFacts, ...(await compareVisitors(sql, workspace, from, to))]
  return { compared: list.length, wrong: wrong.length, samples: wrong.slice(0, maxSamples) }
}

const difference = (at: number, expected: object | undefined, found: object | undefined): RowDifference => ({
  key: { at: new Date(at).toISOString() },
  expected: expected ? { ...expected } : null,
  found: found ? { ...found } : null,
})

// The first four bytes of each visitor, added. Hours whose events have been dropped have no row.
const visitorSumsSql = `
  select hour, sum(first)::bigint as visitors from (
    select floor(extract(epoch from timestamp) / 3600)::integer as hour,
      ('x' || encode(substring(identity_hash for 4), 'hex'))::bit(32)::bigint as first
    from click_events where workspace = $1 and timestamp >= $2 and timestamp < $3
  ) as visits group by hour`

/** The hours whose segments have other visitors than their events. */
async function compareVisitors(sql: Sql, workspace: number, from: number, to: number): Promise<RowDifference[]> {
  const list = await listHoursWithVisitors(sql, workspace, from, to)
  if (list.length === 0) return []
  const { rows } = await sql.query<{ hour: number; visitors: string }>(visitorSumsSql, [workspace, new Date(from), new Date(to)])
  const expected = new Map(rows.map(({ hour, visitors }) => [hour * hours(1), Number(visitors)]))
  const found = new Map<number, number>()
  await readVisitors(sql, workspace, list, [], ({ at, visitors }) => {
    let sum = found.get(at) ?? 0
    for (let byte = 0; byte < visitors.length; byte += 8) sum += visitors.readUInt32BE(byte)
    found.set(at, sum)
  })
  return list
    .filter(({ at }) => expected.has(at) && expected.get(at) !== found.get(at))
    .map(({ at }) => difference(at, { visitors: expected.get(at) }, { visitors: found.get(at) }))
}
