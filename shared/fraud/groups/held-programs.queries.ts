import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/** Programs with held commissions in workspaces whose plan is none of the given ones. */
export async function programsWithUnneededHolds({ em }: Scope, plans: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select programs.id from programs join workspaces on workspaces.id = workspace_id
     where plan <> all (?::text[])
       and exists (select 1 from commissions where program_id = programs.id and status = 'hold')
     order by 1 limit 1000`,
    [arrayLiteral(plans)],
  )
  return rows.map(({ id }) => id)
}
