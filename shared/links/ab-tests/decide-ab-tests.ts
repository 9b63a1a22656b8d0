import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { updateColumns } from '../bulk/bulk.queries.js'
import type { Link } from '../link.entity.js'
import { tellChange } from '../tell-change.js'
import { tellWorkspacesOfLinks } from '../tell-of-links.js'
import { utmKeys, utmOf } from '../utm.js'
import { leadsOfTests, undecidedTests } from './ab-test.queries.js'
import { winnerOf } from './winner.js'

/** One transaction holds so many links locked, and no more. */
const atOnce = 100

/**
 * Ends A/B tests whose time is over: the variant that most leads followed becomes the link's destination, and the variants stay to be read.
 * A test without leads changes nothing. Answers how many links lead elsewhere now.
 */
export async function decideAbTests(scope: JobScope): Promise<number> {
  let changed = 0
  for (let tests = atOnce; tests === atOnce;) {
    const outcome = await inTransaction(scope, () => decideSome(scope))
    changed += outcome.changed
    tests = outcome.tests
  }
  return changed
}

async function decideSome(scope: JobScope): Promise<{ tests: number; changed: number }> {
  const tests = await undecidedTests(scope, scope.now(), atOnce)
  const leads = await leadsOfTests(
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
  const changed = decided.filter(({ url }, at) => url !== tests[at]?.url)
  await tellWorkspacesOfLinks(scope, 'link.updated', changed)
  tellChange(scope, ...changed)
  return { tests: tests.length, changed: changed.length }
}

function decide(scope: JobScope, link: Link, leads: { url: string; leads: number }[]): Link {
  const winner = winnerOf(link.testVariants ?? [], leads, scope.random())
  const over = { ...link, testDecidedAt: link.testCompletedAt }
  return winner === null || winner === link.url ? over : { ...over, ...utmOf(winner), url: winner, updatedAt: scope.now() }
}
