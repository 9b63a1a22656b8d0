import type { Scope } from '../kernel/scope.js'

const maxEarners = 100

/** Approved partners with earnings, highest first. */
export async function topEarners({ em }: Pick<Scope, 'em'>, programId: string): Promise<{ partnerId: string; totalCommissions: number }[]> {
  return em.execute(
    `select partner_id as "partnerId", total_commissions::float8 as "totalCommissions" from enrolments
     where program_id = ? and status = 'approved' and total_commissions > 0 order by total_commissions desc, id limit ?`,
    [programId, maxEarners],
  )
}
