import type { Scope } from '../../kernel/scope.js'

type Reading = Pick<Scope, 'em'>

/** An id counts before a user name: a partner may choose the id of another one as its user name. */
export async function referrerInProgram({ em }: Reading, programId: string, idOrUsername: string): Promise<string | null> {
  const [row] = await em.execute<{ id: string }[]>(
    `select p.id from partners p join enrolments e on e.partner_id = p.id
     where e.program_id = ? and (p.id = ? or p.username = ?) and e.status in ('approved', 'archived')
     order by p.id = ? desc limit 1`,
    [programId, idOrUsername, idOrUsername, idOrUsername],
  )
  return row?.id ?? null
}

export async function findReferrerOf(
  { em }: Reading,
  programId: string,
  partnerId: string,
): Promise<{ id: string; name: string; email: string | null; image: string | null } | null> {
  const [row] = await em.execute<{ id: string; name: string; email: string | null; image: string | null }[]>(
    `select r.id, r.name, r.email, r.image from enrolments e join partners r on r.id = e.referred_by_partner_id
     where e.program_id = ? and e.partner_id = ?
       and exists (select from enrolments where program_id = e.program_id and partner_id = e.referred_by_partner_id)`,
    [programId, partnerId],
  )
  return row ?? null
}
