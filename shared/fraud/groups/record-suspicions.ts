import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { FraudType } from '../rules/fraud-types.js'
import { addEvents, lockPendingGroup, type NewFraudEvent } from './fraud-group.queries.js'

/** What a partner is suspected of. */
export interface Suspicion extends Partial<Omit<NewFraudEvent, 'id' | 'subject'>> {
  type: FraudType
  /** What the suspicion is about: the same one is recorded once in a pending group. */
  subject: string
}

/** Adds suspicions of a partner to its pending groups. Returns the types of which something new was recorded. */
export async function recordSuspicions(
  scope: Scope,
  partner: { programId: string; partnerId: string },
  suspicions: readonly Suspicion[],
): Promise<FraudType[]> {
  const recorded: FraudType[] = []
  // In a fixed order, so that concurrent transactions do not block each other.
  for (const type of [...new Set(suspicions.map((suspicion) => suspicion.type))].toSorted()) {
    const groupId = await lockPendingGroup(scope, partner, type)
    const events = suspicions.flatMap(({ type: ofType, ...event }) => (ofType === type ? [{ id: newId('fre_'), ...event }] : []))
    if ((await addEvents(scope, groupId, events)) > 0) recorded.push(type)
  }
  return recorded
}
