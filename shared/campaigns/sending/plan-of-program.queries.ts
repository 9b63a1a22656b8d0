import type { Scope } from '../../kernel/scope.js'

/** The plan of the workspace of a program. */
export async function planOfProgram({ em }: Pick<Scope, 'em'>, programId: string): Promise<string> {
  const [row]: { plan: string }[] = await em.execute(
    'select w.plan from programs p join workspaces w on w.id = p.workspace_id where p.id = ?',
    [programId],
  )
  return row?.plan ?? 'free'
}
