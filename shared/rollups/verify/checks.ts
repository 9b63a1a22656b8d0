/** The verification checks of all pre-aggregated tables. A schema of the list is covered automatically. */
import { type RollupSchema, rollupSchemas } from '../rollup-schemas.js'
import type { Check, CheckResult, InSnapshot } from './check.js'
import { compareSegments } from './column-segments.queries.js'
import { compareSpan, factsCheckSql, listSpans, rollupsCheckSql, totalsCheckSql } from './rollups.queries.js'

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

const checksOf = (schema: RollupSchema): Check[] => [
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
]

const clickColumnSegments: Check = { table: 'click_column_segments', run: compareSegments }

export const rollupChecks: readonly Check[] = [...rollupSchemas.flatMap(checksOf), clickColumnSegments]
