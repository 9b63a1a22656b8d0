/** SQL of the enrolment of many partners. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'
import { type NewEnrolment, rewardColumns } from './enrolment.queries.js'
import type { EnrolledByEmail } from './import-partner.js'

/** The partners who are enrolled in the program, by email address. */
export async function enrolledPartnersByEmail(
  { em }: Scope,
  programId: string,
  emails: readonly string[],
): Promise<Map<string, EnrolledByEmail>> {
  const rows: (EnrolledByEmail & { email: string })[] = await em.execute(
    `select p.id as "partnerId", p.email, e.status
     from partners p join enrolments e on e.partner_id = p.id and e.program_id = ? where p.email = any (?::text[])`,
    [programId, arrayLiteral(emails)],
  )
  return new Map(rows.map(({ email, ...enrolled }) => [email, enrolled]))
}

/** Keeps the groups and their program from being deleted until the transaction ends. Returns those that the program has. */
export async function lockGroupsOfEnrolments({ em }: Scope, programId: string, groupIds: readonly string[]): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `select g.id from partner_groups g join programs p on p.id = g.program_id
     where p.id = ? and g.id = any (?::text[]) and g.slug <> 'deleted-' || g.id order by g.id for key share of p, g`,
    [programId, arrayLiteral([...new Set(groupIds)])],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Inserts enrolments with the rewards of their groups, unless the partner is enrolled or the tenantId is taken. Returns the inserted ids. */
export async function insertEnrolments(
  { em, now }: Scope,
  programId: string,
  status: NewEnrolment['status'],
  enrolments: readonly Pick<NewEnrolment, 'id' | 'partnerId' | 'tenantId' | 'groupId'>[],
): Promise<Set<string>> {
  const rows = await executeBound<{ id: string }>(
    em,
    `insert into enrolments (id, program_id, partner_id, tenant_id, group_id, status, created_at, updated_at, ${rewardColumns.join(', ')})
     select new.id, ?, new."partnerId", new."tenantId", g.id, ?, ?, ?, ${rewardColumns.map((column) => `g.${column}`).join(', ')}
     from jsonb_to_recordset(?::jsonb) as new (id text, "partnerId" text, "tenantId" text, "groupId" text)
     join partner_groups g on g.id = new."groupId" order by new."partnerId" on conflict do nothing returning id`,
    [programId, status, now(), now(), JSON.stringify(enrolments)],
  )
  return new Set(rows.map(({ id }) => id))
}
