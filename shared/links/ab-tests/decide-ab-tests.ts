import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { updateColumns } from '../bulk/bulk.queries.js'
import { invalidateLinks } from '../invalidate-links.js'
import type { Link } from '../link.entity.js'
import { publishLinkEventsByWorkspace } from '../publish-link-events.js'
import { utmKeys, utmOf } from '../utm.js'
import { leadsByUrl, undecidedTests } from './ab-test.queries.js'
import { chooseWinner } from './winner.js'

/** Limits the links that one transaction locks. */
const maxBatchSize = 100

/**
 * Decides ended A/B tests: the variant with the most leads becomes the destination of the link, and the variants are kept. A test without
 * leads changes nothing. Returns the number of links with a new destination.
 */
export async function decideAbTests(scope: JobScope): Promise<number> {
  let changed = 0
  for (let tests = maxBatchSize; tests === maxBatchSize;) {
    const batch = await inTransaction(scope, () => decideBatch(scope))
    changed += batch.changed
    tests = batch.tests
  }
  return changed
}

async function decideBatch(scope: JobScope): Promise<{ tests: number; changed: number }> {
  const tests = await undecidedTests(scope, scope.now(), maxBatchSize)
  const leads = await leadsByUrl(
    scope,
    tests.map(({ id }) => id),
  )
  const decided = tests.map((link) =>
    decide(
      scope,
      link,
      leads.filter(({ linkId }) => linkId === link.id),
    ),
  )
  await updateColumns(scope, decided, ['url', ...utmKeys, 'testDecidedAt'])
  const changed = decided.filter(({ url }, index) => url !== tests[index]?.url)
  await publishLinkEventsByWorkspace(scope, 'link.updated', changed)
  invalidateLinks(scope, ...changed)
  return { tests: tests.length, changed: changed.length }
}

function decide(scope: JobScope, link: Link, leads: { url: string; leads: number }[]): Link {
  const winner = chooseWinner(link.testVariants ?? [], leads, scope.random())
  const ended = { ...link, testDecidedAt: link.testCompletedAt }
  return winner === null || winner === link.url ? ended : { ...ended, ...utmOf(winner), url: winner, updatedAt: scope.now() }
}
