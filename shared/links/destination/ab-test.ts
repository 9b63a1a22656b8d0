/** Which variant of a running A/B test a visitor gets. Pure. */
import type { TestVariant } from '../link.entity.js'
import type { LinkRecord } from './link-record.js'

export const mostVariants = 4

/** The variants of a test that runs now; null when none does. */
export function runningTest(
  { testVariants, testCompletedAt }: Pick<LinkRecord, 'testVariants' | 'testCompletedAt'>,
  now: number,
): TestVariant[] | null {
  const runs = testVariants !== null && testCompletedAt !== null && testCompletedAt > now
  return runs && testVariants.length >= 2 && testVariants.length <= mostVariants ? testVariants : null
}

/** The variant seen before, if it is still one of them; else by weight. `random` is in [0, 1). */
export function chooseVariant(variants: TestVariant[], seenBefore: string | null, random: number): string {
  if (seenBefore !== null && variants.some(({ url }) => url === seenBefore)) return seenBefore
  const total = variants.reduce((sum, { percentage }) => sum + percentage, 0)
  let rest = random * total
  for (const { url, percentage } of variants) {
    rest -= percentage
    if (rest < 0) return url
  }
  return (variants.at(-1) as TestVariant).url
}
