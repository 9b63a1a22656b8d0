/**
 * The tables that are recounted: link counts from the links, all else from the events. A further row of `figures` or of `ledgers` is
 * recounted because it is a row.
 */
import { type Ledger, ledgers } from '../../tracking/index.js'
import type { Check, InSnapshot, Part } from './check.js'
import { compareColumns } from './columns.queries.js'
import { compareRange, type Figures, figures } from './figures.queries.js'
import { compareLinkCounts } from './link-counts.queries.js'
import { wrongPacks } from './packs.queries.js'
import { compareSpan, spansOf, wrongFacts, wrongRollups, wrongTotals } from './rollups.queries.js'

/** Rows of a table whose figures are reckoned by one statement. */
const rangeSize = 2000

const ofFigures = (one: Figures): Check => ({
  table: one.table,
  async *parts(workspaceId, inSnapshot) {
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      const { last, ...part } = await inSnapshot((sql) => compareRange(sql, one, workspaceId, from, rangeSize))
      yield part
      after = last
    }
  },
})

const linkCounts: Check = {
  table: 'link_counts',
  async *parts(workspaceId, inSnapshot) {
    yield inSnapshot((sql) => compareLinkCounts(sql, workspaceId))
  },
}

const ofStatements = (table: string, ledger: Ledger, statements: readonly string[]): Check => ({
  table,
  parts: (workspaceId, inSnapshot) => partsOf(ledger, statements, workspaceId, inSnapshot),
})

async function* partsOf(ledger: Ledger, statements: readonly string[], workspaceId: string, inSnapshot: InSnapshot): AsyncGenerator<Part> {
  for (const from of await inSnapshot((sql) => spansOf(sql, ledger, workspaceId)))
    for (const statement of statements) yield inSnapshot((sql) => compareSpan(sql, statement, workspaceId, from))
}

const ofRollups = (ledger: Ledger): Check[] => [
  ofStatements(ledger.totals, ledger, [wrongTotals(ledger)]),
  ofStatements(
    ledger.facts,
    ledger,
    ledger.kinds.map((kind) => wrongFacts(ledger, kind)),
  ),
  ofStatements(
    ledger.rollups,
    ledger,
    ledger.kinds.map((kind) => wrongRollups(ledger, kind)),
  ),
  ofStatements(
    ledger.packs,
    ledger,
    ledger.kinds.map((kind) => wrongPacks(ledger, kind)),
  ),
]

const clickColumns: Check = { table: 'click_columns', parts: compareColumns }

export const checks: readonly Check[] = [...figures.map(ofFigures), linkCounts, ...ledgers.flatMap(ofRollups), clickColumns]
