import type { Scope } from '../kernel/scope.js'

/** The partner with the address of the user. */
export async function partnerOfUser({ em }: Pick<Scope, 'em'>, userId: string): Promise<string | null> {
  const rows: { id: string }[] = await em.execute('select p.id from partners p join users u on lower(u.email) = p.email where u.id = ?', [
    userId,
  ])
  return rows[0]?.id ?? null
}
