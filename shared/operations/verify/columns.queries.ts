import { hours } from '../../kernel/time.js'
/** Columns beside the facts that they were made of, hour by hour: as many facts, with the same values of all kinds. */
import { clickLedger, type ColumnHour, type FactsInColumns, hoursWithColumns, readColumns } from '../../tracking/index.js'
import type { InSnapshot, Part, Sql } from './check.js'
import { mostNamed } from './report.js'

/** Hours that are compared at a time: of some ten thousand facts each, ten megabytes. */
const atOnce = 24
const { facts: factTable, kinds } = clickLedger

/** An hour's facts: how many, and a number that their values make. */
interface Digest {
  facts: number
  digest: number
}

// The values of a fact as one number: below so much it is multiplied without loss, in the database as in the program.
const below = 67_108_859
const factor = 65_599
const valuesInSql = kinds.reduce((so, { column }) => `mod(${so} * ${factor} + ${column}, ${below})`, '0::bigint')

// Squared, so that values which changed places among facts make another sum.
const ofFacts = `
  select hour, count(*) as facts, sum(mod(number * number, ${below}))::bigint as digest
  from ${factTable} cross join lateral (select ${valuesInSql} as number offset 0) as values
  where workspace = $1 and hour = any($2::integer[]) and at >= $3 and at < $4 group by hour`

function ofColumns({ facts, columns }: FactsInColumns): number {
  let sum = 0
  for (let at = 0; at < facts; at++) {
    let number = 0
    for (const { values, codes } of columns) number = (number * factor + (values[codes[at] as number] as number)) % below
    sum += (number * number) % below
  }
  return sum
}

/** Hours whose columns answer questions: those with which a click came late do not, and are made anew. */
export async function* compareColumns(workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<Part> {
  const { workspace, list } = await inSnapshot((sql) => comparable(sql, workspaceId))
  for (let first = 0; first < list.length; first += atOnce)
    yield inSnapshot((sql) => compareHours(sql, workspace, list.slice(first, first + atOnce)))
}

/** What was dropped of the facts is compared no more. */
async function comparable(sql: Sql, workspaceId: string): Promise<{ workspace: number; list: ColumnHour[] }> {
  const {
    rows: [known],
  } = await sql.query<{ no: number; from: Date }>(
    `select no, coalesce((select kept_from from kept_events where parent = '${factTable}'), 'epoch') as from from rollup_workspaces where workspace_id = $1`,
    [workspaceId],
  )
  return { workspace: known?.no ?? 0, list: known ? await hoursWithColumns(sql, known.no, known.from.getTime(), Date.UTC(9999, 0)) : [] }
}

async function compareHours(sql: Sql, workspace: number, asked: readonly ColumnHour[]): Promise<Part> {
  const [from, to] = [asked[0]?.at ?? 0, (asked.at(-1)?.at ?? 0) + hours(1)]
  // Meanwhile a click may have come late.
  const known = new Set(asked.map(({ at }) => at))
  const list = (await hoursWithColumns(sql, workspace, from, to)).filter(({ at }) => known.has(at))
  const { rows } = await sql.query<Digest & { hour: number }>(ofFacts, [
    workspace,
    list.map(({ at }) => at / hours(1)),
    new Date(from),
    new Date(to),
  ])
  const expected = new Map(rows.map(({ hour, facts, digest }) => [hour * hours(1), { facts, digest }]))
  const found = new Map<number, Digest>()
  await readColumns(sql, workspace, list, kinds, (part) => {
    const { facts, digest } = found.get(part.at) ?? { facts: 0, digest: 0 }
    found.set(part.at, { facts: facts + part.facts, digest: digest + ofColumns(part) })
  })
  const wrong = list.filter(
    ({ at }) => expected.get(at)?.facts !== found.get(at)?.facts || expected.get(at)?.digest !== found.get(at)?.digest,
  )
  const named = wrong
    .slice(0, mostNamed)
    .map(({ at }) => ({ key: { at: new Date(at).toISOString() }, expected: expected.get(at) ?? null, found: found.get(at) ?? null }))
  return { compared: list.length, wrong: wrong.length, named }
}
