/** The report of a verification. */
import { z } from 'zod'

const Difference = z.object({
  table: z.string(),
  key: z.record(z.string(), z.any()).describe('Identifies the row.'),
  expected: z.record(z.string(), z.any()).nullable().describe('The values according to the events. Null when there should be no row.'),
  found: z.record(z.string(), z.any()).nullable().describe('The stored values. Null when there is no row.'),
})
export type Difference = z.infer<typeof Difference>

export const VerificationReport = z.object({
  startedAt: z.string(),
  finishedAt: z.string(),
  rows: z.record(z.string(), z.number()).describe('Compared rows, by table.'),
  differences: z.number().describe('Number of wrong rows.'),
  found: z.array(Difference).describe('The first wrong rows.'),
})
export type VerificationReport = z.infer<typeof VerificationReport>

export const formatDifference = ({ table, key, expected, found }: Difference) =>
  `${table} ${formatValues(key)}: expected ${expected ? formatValues(expected) : 'no row'}, found ${found ? formatValues(found) : 'no row'}`

const formatValues = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')

export const formatResult = (differences: number) =>
  differences === 0 ? 'All aggregates match the events.' : `${differences} rows differ from the events.`
