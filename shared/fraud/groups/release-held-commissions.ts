import { plansWith } from '../../accounts/index.js'
import { isPartnerSuspected, lockEarnings, releaseAllCommissions, releaseCommissions } from '../../earnings/index.js'
import type { CronScope, JobScope } from '../../kernel/scope.js'
import { commissionsReleased } from '../events.js'
import { type PartnerRef, suspectedCustomers } from './fraud-group.queries.js'
import { programsWithUnneededHolds } from './held-programs.queries.js'

/** Releases the held commissions of a partner, unless it is suspected itself, and except those for suspected customers. */
export async function releaseHeldCommissions(scope: JobScope, partner: PartnerRef): Promise<void> {
  // Before the groups are read: a suspicion that is recorded meanwhile holds its commissions after this transaction.
  await lockEarnings(scope, [partner])
  if (await isPartnerSuspected(scope, partner)) return
  const released = await releaseCommissions(scope, partner, await suspectedCustomers(scope, partner))
  if (released.count > 0) scope.announce(commissionsReleased, { ...partner, ...released })
}

/** Releases all held commissions of the program, whatever its groups. */
export async function releaseAllHeldCommissions(scope: CronScope, { programId }: { programId: string }): Promise<string> {
  return `Released ${await releaseAllCommissions(scope, programId)} hold commissions for program ${programId}.`
}

/** Releases the commissions that are held for programs whose plan no longer includes fraud detection. */
export async function releaseHoldsOfLowerPlans(scope: JobScope): Promise<void> {
  for (const programId of await programsWithUnneededHolds(scope, plansWith('fraudEvents'))) await releaseAllCommissions(scope, programId)
}
