/** The tables that are recounted. A further row of `figures` or of `rollupSources` is recounted because it is a row. */
import { type RollupSource, rollupSources } from '../../tracking/index.js'
import type { Check, InSnapshot, Part } from './check.js'
import { compareRange, type Figures, figures } from './figures.queries.js'
import { compareSpan, spansOf, wrongFacts, wrongRollups, wrongTotals } from './rollups.queries.js'

/** Rows of a table whose figures are reckoned by one statement. */
const rangeSize = 2000

const ofFigures = (one: Figures): Check => ({
  table: one.table,
  async *parts(workspaceId, inSnapshot) {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after
      const { last, ...part } = await inSnapshot((sql) => compareRange(sql, one, workspaceId, from, rangeSize))
      yield part
      after = last
    }
  },
})

const ofStatements = (table: string, source: RollupSource, statements: readonly string[]): Check => ({ table, parts: (workspaceId, inSnapshot) => partsOf(source, statements, workspaceId, inSnapshot) })

async function* partsOf(source: RollupSource, statements: readonly string[], workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<Part> {
  for (const from of await inSnapshot((sql) => spansOf(sql, source, workspaceId))) for (const statement of statements) yield inSnapshot((sql) => compareSpan(sql, statement, workspaceId, from))
}

const ofRollups = (source: RollupSource): Check[] => [
  ofStatements(source.totals, source, [wrongTotals(source)]),
  ofStatements(source.facts, source, source.kinds.map((kind) => wrongFacts(source, kind))),
  ofStatements(source.rollups, source, source.kinds.map((kind) => wrongRollups(source, kind))),
]

export const checks: readonly Check[] = [...figures.map(ofFigures), ...rollupSources.flatMap(ofRollups)]
