import type { WorkspaceScope } from '../../accounts/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { requireProgramId } from '../../partners/index.js'
import { fraudEventFilterMissing } from '../errors.js'
import type { FraudType } from '../rules/fraud-types.js'
import { countFraudEventsMatching, countFraudGroupsMatching, fraudEventsMatching, fraudGroupsMatching } from './fraud-group-list.queries.js'
import type {
  CountFraudGroups,
  FraudEventFilter,
  FraudEventResponse,
  FraudGroupResponse,
  GetFraudEvents,
  GetFraudGroups,
} from './fraud-group.schema.js'

export async function listFraudGroups(scope: WorkspaceScope, query: GetFraudGroups): Promise<FraudGroupResponse[]> {
  return fraudGroupsMatching(scope, requireProgramId(scope), query)
}

/** The number of groups, or the numbers by partner or type, largest first. */
export async function countFraudGroups(scope: WorkspaceScope, query: CountFraudGroups) {
  const rows = await countFraudGroupsMatching(scope, requireProgramId(scope), query)
  if (query.groupBy === 'partnerId') return rows.map(({ key, count }) => ({ partnerId: key, count }))
  if (query.groupBy === 'type') return rows.map(({ key, count }) => ({ type: key as FraudType, count }))
  return rows[0]?.count ?? 0
}

/** A caller who may not read customers gets only their ids. */
export async function listFraudEvents(scope: WorkspaceScope, query: GetFraudEvents): Promise<FraudEventResponse[]> {
  requireFilter(query)
  const events = await fraudEventsMatching(scope, requireProgramId(scope), query)
  return mayReadCustomers(scope) ? events : events.map(withoutPersonalData)
}

const withoutPersonalData = (event: FraudEventResponse): FraudEventResponse => ({
  ...event,
  customer: event.customer && { id: event.customer.id, name: null, email: null, avatar: null },
})

export async function countFraudEvents(scope: WorkspaceScope, query: FraudEventFilter): Promise<number> {
  requireFilter(query)
  return countFraudEventsMatching(scope, requireProgramId(scope), query)
}

function requireFilter({ groupId, customerId, type }: FraudEventFilter): void {
  if (groupId === undefined && (customerId === undefined || type === undefined)) throw fraudEventFilterMissing()
}
