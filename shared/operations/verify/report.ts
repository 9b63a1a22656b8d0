/** What a recount found. */
import { z } from 'zod'

const Difference = z.object({
  table: z.string(),
  key: z.record(z.string(), z.any()).describe('Which row it is.'),
  expected: z.record(z.string(), z.any()).nullable().describe('What the events say; null where there should be no row.'),
  found: z.record(z.string(), z.any()).nullable().describe('What the row says; null where there is none.'),
})
export type Difference = z.infer<typeof Difference>

export const VerificationReport = z.object({
  startedAt: z.string(),
  finishedAt: z.string(),
  rows: z.record(z.string(), z.number()).describe('How many rows of each table were compared.'),
  differences: z.number().describe('How many rows are wrong.'),
  found: z.array(Difference).describe('The first of them.'),
})
export type VerificationReport = z.infer<typeof VerificationReport>

/** Differences that a report names; the rest is counted. */
export const mostNamed = 1000

export const inWords = ({ table, key, expected, found }: Difference) =>
  `${table} ${texts(key)}: expected ${expected ? texts(expected) : 'no row'}, found ${found ? texts(found) : 'no row'}`

const texts = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
