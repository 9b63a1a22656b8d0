import { isDeepStrictEqual } from 'node:util'

export type Difference = { what: string; expected: unknown; found: unknown }

export const differs = (what: string, expected: unknown, found: unknown): Difference[] =>
  isDeepStrictEqual(expected, found) ? [] : [{ what, expected, found }]

export const sorted = <Value>(record: Record<string, Value>) =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The parts that differ, as text. */
export function textOf({ what, expected, found }: Difference): string {
  if (Array.isArray(expected) && Array.isArray(found)) {
    const missing = expected.filter((one) => !found.some((other) => isDeepStrictEqual(one, other)))
    const extra = found.filter((one) => !expected.some((other) => isDeepStrictEqual(one, other)))
    return `${what}\n  missing ${JSON.stringify(missing).slice(0, 1500)}\n  extra ${JSON.stringify(extra).slice(0, 1500)}`
  }
  if (typeof expected === 'object' && typeof found === 'object' && expected && found) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    const lines = keys
      .filter((key) => !isDeepStrictEqual((expected as any)[key], (found as any)[key]))
      .map((key) => `  ${key}: expected ${JSON.stringify((expected as any)[key])}, found ${JSON.stringify((found as any)[key])}`)
    return `${what}\n${lines.slice(0, 12).join('\n')}`
  }
  return `${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`
}
