/** SQL of the partners of the network: those whose profile the operator approved. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { isoInstant } from '../../kernel/db/iso-instant.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { CountNetworkPartners, GetNetworkPartners, NetworkPartner } from './network-partner.schema.js'

type Reading = Pick<Scope, 'em'>
type Filter = Omit<CountNetworkPartners, 'groupBy'>

const source = `from partners p
  left join enrolments e on e.program_id = ? and e.partner_id = p.id
  left join discovered_partners d on d.program_id = ? and d.partner_id = p.id
  cross join lateral (select coalesce(max(subscribers), 0) as subscribers from partner_platforms where partner_id = p.id) s
  where p.network_status in ('approved', 'trusted') and p.merged_into_id is null and p.email is not null`

/** The partner takes part. An enrolment counts from the time at which the invite was accepted. */
const isRecruited = `d.invited_at is not null and e.status in ('approved', 'archived')`

const status = `case when d.ignored_at is not null then 'ignored'
  when ${isRecruited} then 'recruited'
  when d.invited_at is not null then 'invited'
  when e.id is null then 'discover' end`

function selection(
  programId: string,
  { status: wanted, country, starred, platform, partnerIds }: Partial<Filter>,
): { sql: string; params: unknown[] } {
  const parts: [sql: string, ...params: unknown[]][] = []
  if (wanted) parts.push([`${status} = ?`, wanted])
  if (country) parts.push(['p.country = ?', country])
  if (starred !== undefined) parts.push([`d.starred_at is ${starred ? 'not ' : ''}null`])
  if (platform) parts.push(['exists (select from partner_platforms where partner_id = p.id and type = ?)', platform])
  if (partnerIds) parts.push(['p.id = any (?::text[])', arrayLiteral(partnerIds)])
  return {
    sql: [source, ...parts.map(([sql]) => sql)].join(' and '),
    params: [programId, programId, ...parts.flatMap(([, ...params]) => params)],
  }
}

const columns = `p.id, p.name, p.image, p.description, p.country, p.profile_type as "profileType", p.company_name as "companyName",
  p.network_status as "networkStatus", p.monthly_traffic as "monthlyTraffic", coalesce(p.industry_interests, '[]') as "industryInterests",
  coalesce(p.preferred_earning_structures, '[]') as "preferredEarningStructures", coalesce(p.sales_channels, '[]') as "salesChannels",
  coalesce((select jsonb_agg(jsonb_build_object('type', type, 'identifier', identifier, 'isVerified', verified_at is not null,
    'subscribers', subscribers) order by type) from partner_platforms where partner_id = p.id), '[]') as platforms,
  ${isoInstant('d.starred_at')} as "starredAt", ${isoInstant('d.ignored_at')} as "ignoredAt", ${isoInstant('d.invited_at')} as "invitedAt",
  case when ${isRecruited} then ${isoInstant('e.created_at')} end as "recruitedAt"`

/** Trusted partners first, then those whose interests are categories of the program, then those who take part in similar programs. */
const relevance = `(p.network_status = 'trusted') desc, (select count(*) from jsonb_array_elements_text(p.industry_interests) i(name)
    where jsonb_exists((select categories from programs where id = ?), i.name)) desc,
  (select coalesce(max(score), 0) from program_similarities near join enrolments taken on taken.program_id = near.similar_program_id
    where near.program_id = ? and taken.partner_id = p.id and taken.status = 'approved') desc, s.subscribers desc, p.id`

export const networkPartnersMatching = (
  { em }: Reading,
  programId: string,
  { sortBy, page = 1, pageSize, ...filter }: GetNetworkPartners,
): Promise<NetworkPartner[]> => {
  const { sql, params } = selection(programId, filter)
  const order = sortBy === 'relevance' ? relevance : 's.subscribers desc, p.id'
  return em.execute(`select ${columns} ${sql} order by ${order} limit ? offset ?`, [
    ...params,
    ...(sortBy === 'relevance' ? [programId, programId] : []),
    pageSize,
    (page - 1) * pageSize,
  ])
}

const groupings = {
  status,
  country: 'p.country',
  subscribers: `case when s.subscribers < 5000 then '<5000' when s.subscribers < 25000 then '5000-25000'
    when s.subscribers < 100000 then '25000-100000' else '100000+' end`,
}

/** Highest count first. The grouping by status ignores the filter by status. */
export const countNetworkPartnersBy = (
  { em }: Reading,
  programId: string,
  { groupBy, ...filter }: CountNetworkPartners,
): Promise<{ key: string | null; count: number }[]> => {
  const { sql, params } = selection(programId, groupBy === 'status' ? { ...filter, status: undefined } : filter)
  if (groupBy === 'platform')
    return em.execute(
      `select f.type as key, count(*)::int as count from (select p.id ${sql}) p join partner_platforms f on f.partner_id = p.id
       group by 1 order by 2 desc, 1`,
      params,
    )
  const key = groupings[groupBy]
  return em.execute(`select ${key} as key, count(*)::int as count ${sql} and (${key}) is not null group by 1 order by 2 desc, 1`, params)
}

/** Stores that the program has decided nothing about the partner yet, unless there is a row. */
export async function insertDiscovery({ em, now }: Pick<Scope, 'em' | 'now'>, programId: string, partnerId: string): Promise<void> {
  await em.execute(
    `insert into discovered_partners (id, program_id, partner_id, created_at) values (?, ?, ?, ?)
     on conflict (program_id, partner_id) do nothing`,
    [newId('dpn_', now().getTime()), programId, partnerId, now()],
  )
}

/** Waits for concurrent invites of the workspace, so that the quota holds. */
export async function lockInvites({ em }: Reading, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`network invites ${workspaceId}`])
}

/** Invites of all programs of the workspace since the time, and the first of them. */
export async function invitesSince({ em }: Reading, workspaceId: string, since: Date): Promise<{ count: number; first: string | null }> {
  const [row] = await em.execute<{ count: number; first: string | null }[]>(
    `select count(*)::int as count, ${isoInstant('min(d.invited_at)')} as first
     from discovered_partners d join programs g on g.id = d.program_id where g.workspace_id = ? and d.invited_at > ?`,
    [workspaceId, since],
  )
  return row as { count: number; first: string | null }
}
