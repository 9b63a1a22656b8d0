/** SQL of lists and counts of fraud groups and events. Every query is restricted to the program. */
import type { Scope } from '../../kernel/scope.js'
import type {
  CountFraudGroups,
  FraudEventFilter,
  FraudEventResponse,
  FraudGroupFilter,
  FraudGroupResponse,
  GetFraudEvents,
  GetFraudGroups,
} from './fraud-group.schema.js'

const personOf = (table: string) =>
  `json_build_object('id', ${table}.id, 'name', ${table}.name, 'email', ${table}.email, 'image', ${table}.image)`
const sortColumns = { lastEventAt: 'last_event_at', type: 'type', resolvedAt: 'resolved_at' } as const

interface Conditions {
  sql: string
  params: unknown[]
}

function conditionsOf(programId: string, columns: Record<string, string | undefined>): Conditions {
  const parts = Object.entries({ 'g.program_id': programId, ...columns }).filter(([, value]) => value !== undefined)
  return { sql: parts.map(([column]) => `${column} = ?`).join(' and '), params: parts.map(([, value]) => value) }
}

const groupConditions = (programId: string, { groupId, partnerId, type, status }: FraudGroupFilter): Conditions =>
  conditionsOf(programId, {
    'g.id': groupId,
    'g.partner_id': partnerId,
    'g.type': type,
    'g.status': status ?? (groupId === undefined ? 'pending' : undefined),
  })

type GroupRow = Omit<FraudGroupResponse, 'lastEventAt' | 'resolvedAt'> & { lastEventAt: string; resolvedAt: string | null }

export async function fraudGroupsMatching(
  { em }: Scope,
  programId: string,
  { sortBy, sortOrder, page = 1, pageSize, ...filter }: GetFraudGroups,
): Promise<FraudGroupResponse[]> {
  const { sql, params } = groupConditions(programId, filter)
  const order = `g.${sortColumns[sortBy]} ${sortOrder} nulls last, g.id ${sortOrder}`
  const rows: GroupRow[] = await em.execute(
    `select g.id, g.type, g.status, g.resolution_reason as "resolutionReason", g.resolved_at as "resolvedAt",
       g.last_event_at as "lastEventAt", g.event_count as "eventCount",
       (${personOf('partners')})::jsonb || jsonb_build_object('status', e.status) as partner,
       case when users.id is not null then ${personOf('users')} end as "user"
     from (select * from fraud_groups g where ${sql} order by ${order} limit ? offset ?) as g
     join partners on partners.id = g.partner_id
     left join enrolments e on e.program_id = g.program_id and e.partner_id = g.partner_id
     left join users on users.id = g.user_id
     order by ${order}`,
    [...params, pageSize, (page - 1) * pageSize],
  )
  return rows.map((row) => ({
    ...row,
    lastEventAt: new Date(row.lastEventAt).toISOString(),
    resolvedAt: row.resolvedAt && new Date(row.resolvedAt).toISOString(),
  }))
}

const groupByColumns = { partnerId: 'partner_id', type: 'type' } as const
const maxCounts = 1000

export async function countFraudGroupsMatching(
  { em }: Scope,
  programId: string,
  { groupBy, ...filter }: CountFraudGroups,
): Promise<{ key: string; count: number }[]> {
  const { sql, params } = groupConditions(programId, filter)
  const key = groupBy ? `g.${groupByColumns[groupBy]}` : `''`
  return em.execute(
    `select ${key} as key, count(*)::int as count from fraud_groups g where ${sql} group by 1 order by 2 desc, 1 limit ${maxCounts}`,
    params,
  )
}

const eventConditions = (programId: string, { groupId, customerId, type }: FraudEventFilter): Conditions =>
  conditionsOf(programId, { 'f.group_id': groupId, 'f.customer_id': customerId, 'g.type': type })

/** Newest first. Customers are those of the workspace of the program. */
export async function fraudEventsMatching(
  { em }: Scope,
  programId: string,
  { page = 1, pageSize, ...filter }: GetFraudEvents,
): Promise<FraudEventResponse[]> {
  const { sql, params } = eventConditions(programId, filter)
  const rows: FraudEventResponse[] = await em.execute(
    `select f.id, f.group_id as "groupId", g.type, f.created_at as "createdAt", ${personOf('partners')} as partner,
       case when customers.id is not null then
         json_build_object('id', customers.id, 'name', customers.name, 'email', customers.email, 'avatar', customers.avatar) end as customer,
       case when c.id is not null then
         json_build_object('id', c.id, 'earnings', c.earnings, 'currency', c.currency, 'status', c.status) end as commission,
       f.link_id as "linkId", f.event_id as "eventId", f.metadata,
       case when duplicates.id is not null then ${personOf('duplicates')} end as "duplicatePartner"
     from fraud_events f join fraud_groups g on g.id = f.group_id join programs on programs.id = g.program_id
     join partners on partners.id = g.partner_id
     left join customers on customers.id = f.customer_id and customers.workspace_id = programs.workspace_id
     left join commissions c on c.id = f.commission_id
     left join partners duplicates on duplicates.id = f.duplicate_partner_id
     where ${sql} order by f.id desc limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}

export async function countFraudEventsMatching({ em }: Scope, programId: string, filter: FraudEventFilter): Promise<number> {
  const { sql, params } = eventConditions(programId, filter)
  const rows: { count: number }[] = await em.execute(
    `select count(*)::int as count from fraud_events f join fraud_groups g on g.id = f.group_id where ${sql}`,
    params,
  )
  return rows[0]?.count ?? 0
}
