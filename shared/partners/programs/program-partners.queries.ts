import type { Scope } from '../../kernel/scope.js'

/** Up to `limit` partners of the program with one of the statuses, locked until the transaction ends. */
export async function partnersWithStatus(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  statuses: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select partner_id as id from enrolments where program_id = ? and status = any (array[?]::text[])
     order by id limit ? for no key update`,
    [programId, statuses, limit],
  )
  return rows.map(({ id }) => id)
}
