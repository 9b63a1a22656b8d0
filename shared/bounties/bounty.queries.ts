/** SQL of bounties and the partners whom they are for. */
import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { Scope } from '../kernel/scope.js'
import type { Audience, Candidate } from './eligibility.js'

type WithEm = Pick<Scope, 'em'>

/** The groups and tags of bounties, by bounty. */
export async function audiencesOf({ em }: WithEm, bountyIds: readonly string[]): Promise<Map<string, Audience>> {
  const rows: (Audience & { id: string })[] = await em.execute(
    `select b.id, array(select group_id from bounty_groups where bounty_id = b.id order by 1) as "groupIds",
       array(select tag_id from bounty_tags where bounty_id = b.id order by 1) as "tagIds"
     from unnest(?::text[]) as b(id)`,
    [arrayLiteral(bountyIds)],
  )
  return new Map(rows.map(({ id, ...audience }) => [id, audience]))
}

const tables = {
  groups: { table: 'bounty_groups', column: 'group_id', parent: 'partner_groups' },
  tags: { table: 'bounty_tags', column: 'tag_id', parent: 'partner_tags' },
} as const

/**
 * Replaces the groups or tags of a bounty. Returns the ids that the program does not have; then nothing has changed. A deleted group or tag
 * can stay: it matches no partner.
 */
export async function setAudience(
  { em }: WithEm,
  { id, programId }: { id: string; programId: string },
  kind: keyof typeof tables,
  ids: readonly string[],
): Promise<string[]> {
  const { table, column, parent } = tables[kind]
  const unknown: { id: string }[] = await em.execute(
    `select id from unnest(?::text[]) as one(id) where not exists (select 1 from ${parent} p where p.id = one.id and p.program_id = ?)
       and not exists (select 1 from ${table} where bounty_id = ? and ${column} = one.id)`,
    [arrayLiteral(ids), programId, id],
  )
  if (unknown.length > 0) return unknown.map((one) => one.id)
  await em.execute(`delete from ${table} where bounty_id = ?`, [id])
  await em.execute(`insert into ${table} (bounty_id, ${column}) select distinct ?, one from unnest(?::text[]) as one`, [
    id,
    arrayLiteral(ids),
  ])
  return []
}

export interface EnrolledPartner extends Candidate {
  enrolmentId: string
  partnerId: string
  programId: string
  status: string
  name: string
  email: string | null
  totalLeads: number
  totalConversions: number
  totalSaleAmount: number
  totalCommissions: number
}

interface EnrolledRow extends Omit<EnrolledPartner, 'enrolledAt'> {
  enrolledAt: string
}

const candidateColumns = `e.id as "enrolmentId", e.partner_id as "partnerId", e.program_id as "programId", e.status, p.name, p.email,
  e.group_id as "groupId", array(select tag_id from enrolment_tags where enrolment_id = e.id) as "tagIds", e.created_at as "enrolledAt",
  e.total_leads::float8 as "totalLeads", e.total_conversions::float8 as "totalConversions",
  e.total_sale_amount::float8 as "totalSaleAmount", e.total_commissions::float8 as "totalCommissions"`

const toPartner = (row: EnrolledRow): EnrolledPartner => ({ ...row, enrolledAt: new Date(row.enrolledAt) })

/** The enrolled ones of the partners, by partner. */
export async function enrolledPartnersOf(
  { em }: WithEm,
  programId: string,
  partnerIds: readonly string[],
): Promise<Map<string, EnrolledPartner>> {
  const rows: EnrolledRow[] = await em.execute(
    `select ${candidateColumns} from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and e.partner_id = any (?::text[])`,
    [programId, arrayLiteral(partnerIds)],
  )
  return new Map(rows.map((row) => [row.partnerId, toPartner(row)]))
}

export const findEnrolledPartner = async (scope: WithEm, programId: string, partnerId: string): Promise<EnrolledPartner | null> =>
  (await enrolledPartnersOf(scope, programId, [partnerId])).get(partnerId) ?? null

/** Active partners of the program after an enrolment, in the order of enrolments. */
export async function activePartnersAfter({ em }: WithEm, programId: string, after: string, limit: number): Promise<EnrolledPartner[]> {
  const rows: EnrolledRow[] = await em.execute(
    `select ${candidateColumns} from enrolments e join partners p on p.id = e.partner_id
     where e.program_id = ? and e.id > ? and e.status in ('approved', 'archived') order by e.id limit ?`,
    [programId, after, limit],
  )
  return rows.map(toPartner)
}

export interface SubmissionCounts {
  total: number
  submitted: number
  approved: number
}

export const noSubmissions: SubmissionCounts = { total: 0, submitted: 0, approved: 0 }

/** Numbers of submissions by bounty. */
export async function submissionCountsOf({ em }: WithEm, bountyIds: readonly string[]): Promise<Map<string, SubmissionCounts>> {
  const rows: (SubmissionCounts & { id: string })[] = await em.execute(
    `select bounty_id as id, count(*)::int as total, (count(*) filter (where status = 'submitted'))::int as submitted,
       (count(*) filter (where status = 'approved'))::int as approved
     from bounty_submissions where bounty_id = any (?::text[]) group by bounty_id`,
    [arrayLiteral(bountyIds)],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
