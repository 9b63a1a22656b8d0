/** SQL of the monthly summary of programs. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'

type Reading = Pick<Scope, 'em'>

export interface SummarisedProgram {
  id: string
  name: string
  workspaceId: string
}

/** Active programs with partners who have brought leads, in the order of their ids. */
export const programsToSummarise = ({ em }: Reading, after: string, limit: number): Promise<SummarisedProgram[]> =>
  em.execute(
    `select id, name, workspace_id as "workspaceId" from programs p where id > ? and deactivated_at is null
       and exists (select from enrolments e where e.program_id = p.id and e.status = 'approved' and e.total_leads > 0)
     order by id limit ?`,
    [after, limit],
  )

export interface SummarisedPartner {
  enrolmentId: string
  partnerId: string
  totalClicks: number
  totalLeads: number
  totalSales: number
  totalEarnings: number
}

/** Partners of the program who have brought leads, in the order of their enrolments. Amounts are cents. */
export const partnersToSummarise = ({ em }: Reading, programId: string, after: string, limit: number): Promise<SummarisedPartner[]> =>
  em.execute(
    `select id as "enrolmentId", partner_id as "partnerId", total_clicks::float8 as "totalClicks", total_leads::float8 as "totalLeads",
       total_sales::float8 as "totalSales", total_commissions::float8 as "totalEarnings"
     from enrolments where program_id = ? and id > ? and status = 'approved' and total_leads > 0 order by id limit ?`,
    [programId, after, limit],
  )

/** Earnings that count, in cents, of partners in a program and a time range. Partners without any are missing. */
export async function earningsByPartner(
  { em }: Reading,
  { programId, partnerIds, from, to }: { programId: string; partnerIds: readonly string[]; from: Date; to: Date },
): Promise<Map<string, number>> {
  const rows: { partnerId: string; earnings: number }[] = await em.execute(
    `select partner_id as "partnerId", sum(earnings)::float8 as earnings from commissions
     where program_id = ? and partner_id = any (?::text[]) and ${isEarned()} and created_at >= ? and created_at < ?
     group by 1`,
    [programId, arrayLiteral(partnerIds), from, to],
  )
  return new Map(rows.map(({ partnerId, earnings }) => [partnerId, earnings]))
}
