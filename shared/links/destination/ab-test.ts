/** Chooses the variant of a running A/B test for a visitor. Pure. */
import type { TestVariant } from '../link.entity.js'
import type { LinkRecord } from './link-record.js'

export const maxVariants = 4

/** Returns the variants of a running test, or null. */
export function runningTest(
  { testVariants, testCompletedAt }: Pick<LinkRecord, 'testVariants' | 'testCompletedAt'>,
  now: number,
): TestVariant[] | null {
  const isRunning = testVariants !== null && testCompletedAt !== null && testCompletedAt > now
  return isRunning && testVariants.length >= 2 && testVariants.length <= maxVariants ? testVariants : null
}

/** Returns the previous variant of the visitor if it still exists, else one chosen by weight. `random` is in [0, 1). */
export function chooseVariant(variants: TestVariant[], previousVariant: string | null, random: number): string {
  if (previousVariant !== null && variants.some(({ url }) => url === previousVariant)) return previousVariant
  const total = variants.reduce((sum, { percentage }) => sum + percentage, 0)
  let remaining = random * total
  for (const { url, percentage } of variants) {
    remaining -= percentage
    if (remaining < 0) return url
  }
  return (variants.at(-1) as TestVariant).url
}
