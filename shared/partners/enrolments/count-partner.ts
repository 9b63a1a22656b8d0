import type { WorkspaceScope } from '../../accounts/index.js'
import { partnersLimitReached } from '../errors.js'
import { isTrial, limitOf } from '../plan-limits.js'
import { countNewPartners } from './enrolment.queries.js'

/** Fails fast if the limit of partners is reached. For concurrent requests only `countPartners` is exact. */
export function requirePartnersLeft(scope: WorkspaceScope, count = 1): void {
  const limit = limitOf(scope, 'partners')
  if (scope.workspace.partnersUsage + count > limit) throw partnersLimitReached(limit, isTrial(scope))
}

/** Counts partners for the workspace of the scope at the end of the transaction, because that locks the row of the workspace. */
export function countPartners(scope: WorkspaceScope, count: number): void {
  const { em, workspace } = scope
  const [limit, isOfTrial] = [limitOf(scope, 'partners'), isTrial(scope)]
  scope.beforeCommit(async () => {
    if (!(await countNewPartners({ em, workspace }, count, limit))) throw partnersLimitReached(limit, isOfTrial)
  })
}
