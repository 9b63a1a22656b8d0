/** All checks: link counts against the links, everything else against the events. Entries of the two lists are covered automatically. */
import { type RollupSchema, rollupSchemas } from '../../tracking/index.js'
import type { Check, InSnapshot, CheckResult } from './check.js'
import { compareSegments } from './column-segments.queries.js'
import { compareRange, type CounterTable, counterTables } from './counters.queries.js'
import { compareLinkCounts } from './link-counts.queries.js'
import { packedRollupsCheckSql } from './packed-rollups.queries.js'
import { compareSpan, listSpans, factsCheckSql, rollupsCheckSql, totalsCheckSql } from './rollups.queries.js'

/** Rows per statement. */
const rangeSize = 2000

const counterCheck = (counterTable: CounterTable): Check => ({
  table: counterTable.table,
  async *run(workspaceId, inSnapshot) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      const { last, ...result } = await inSnapshot((sql) => compareRange(sql, counterTable, workspaceId, from, rangeSize))
      yield result
      after = last
    }
  },
})

const linkCounts: Check = {
  table: 'link_counts',
  async *run(workspaceId, inSnapshot) {
    yield inSnapshot((sql) => compareLinkCounts(sql, workspaceId))
  },
}

const statementCheck = (table: string, schema: RollupSchema, statements: readonly string[]): Check => ({
  table,
  run: (workspaceId, inSnapshot) => runStatements(schema, statements, workspaceId, inSnapshot),
})

async function* runStatements(
  schema: RollupSchema,
  statements: readonly string[],
  workspaceId: string,
  inSnapshot: InSnapshot,
): AsyncGenerator<CheckResult> {
  for (const from of await inSnapshot((sql) => listSpans(sql, schema, workspaceId)))
    for (const statement of statements) yield inSnapshot((sql) => compareSpan(sql, statement, workspaceId, from))
}

const rollupChecks = (schema: RollupSchema): Check[] => [
  statementCheck(schema.totals, schema, [totalsCheckSql(schema)]),
  statementCheck(
    schema.facts,
    schema,
    schema.dimensions.map((dimension) => factsCheckSql(schema, dimension)),
  ),
  statementCheck(
    schema.rollups,
    schema,
    schema.dimensions.map((dimension) => rollupsCheckSql(schema, dimension)),
  ),
  statementCheck(
    schema.packedRollups,
    schema,
    schema.dimensions.map((dimension) => packedRollupsCheckSql(schema, dimension)),
  ),
]

const clickColumnSegments: Check = { table: 'click_column_segments', run: compareSegments }

export const checks: readonly Check[] = [
  ...counterTables.map(counterCheck),
  linkCounts,
  ...rollupSchemas.flatMap(rollupChecks),
  clickColumnSegments,
]
