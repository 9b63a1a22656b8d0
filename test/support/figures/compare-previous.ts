/** Compares the counts of the range before with the events of the world. */
import { add, type Counts, countsOf, firstOfVisitors, grouped, keyOfRow, noCounts, type Question, select } from './counts.js'
import { type Difference, differs } from './differences.js'
import type { Simulation } from './simulation.js'

/** With `compare=previous`, each row has the counts of the range of the same length before. */
export function comparePrevious(
  { world }: Simulation,
  workspace: string,
  { query, question }: { query: URLSearchParams; question: Question },
  body: any,
): Difference[] {
  const groupBy = query.get('groupBy') as string
  const length = question.to - question.from
  const from = query.get('interval') === '24h' ? question.from - 86_400_000 : question.from - length
  const earlier = { ...question, from, to: question.from }
  const events = select(world, workspace, earlier)
  const what = `previous of /analytics?${query.toString()}`
  if (groupBy === 'count') return differs(what, firstOfVisitors(events, question).reduce(add, noCounts()), countsOf(body.previous))
  if (groupBy === 'timeseries') {
    const isSameNumberOfRows = query.get('timezone') === 'UTC' && query.has('start')
    return isSameNumberOfRows && !question.unique ? differs(what, events.reduce(add, noCounts()), sumOfRows(body)) : []
  }
  const expected = grouped(world, workspace, groupBy, events, question)
  const keys = body.map((row: any) => keyOfRow[groupBy]?.(row) ?? '') as string[]
  return differs(
    what,
    keys.map((key) => [key, expected[key] ?? noCounts()]),
    body.map((row: any, index: number) => [keys[index], countsOf(row.previous)]),
  )
}

function sumOfRows(rows: readonly { previous: Counts }[]): Counts {
  const total = (name: keyof Counts) => rows.reduce((sum, { previous }) => sum + previous[name], 0)
  return { clicks: total('clicks'), leads: total('leads'), sales: total('sales'), saleAmount: total('saleAmount') }
}
