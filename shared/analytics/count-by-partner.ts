import type { Scope } from '../kernel/scope.js'
import { eventKinds, type GroupCounts } from './event-store.js'
import { openEventStore } from './open-event-store.js'

export interface PartnerEvents {
  clicks: number
  leads: number
  sales: number
}

/** More partners than any program has. */
const allPartners = 1_000_000

/** Events of the links of a program in a time range, by partner. Instants are milliseconds; `to` is exclusive. */
export async function countEventsByPartner(
  scope: Pick<Scope, 'config' | 'pool'>,
  { workspaceId, programId, from, to }: { workspaceId: string; programId: string; from: number; to: number },
): Promise<Map<string, PartnerEvents>> {
  const links = [{ field: 'programId' as const, values: [programId], negated: false }]
  const selection = { workspaceIds: [workspaceId], from, to, attributes: [], links }
  const groups = await (await openEventStore(scope)).count(eventKinds, selection, { by: 'link', field: 'partnerId' }, allPartners)
  return new Map(groups.map(({ key, counts }: GroupCounts) => [key[0] ?? '', { clicks: 0, leads: 0, sales: 0, ...counts }]))
}
