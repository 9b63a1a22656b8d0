import type { Scope } from '../../kernel/scope.js'

export interface SendingWorkspace {
  plan: string
  isDisabled: boolean
}

/** The workspace of a program, as far as it decides whether campaigns are sent. */
export async function workspaceOfProgram({ em }: Pick<Scope, 'em'>, programId: string): Promise<SendingWorkspace> {
  const [row]: SendingWorkspace[] = await em.execute(
    `select w.plan, w.disabled_at is not null as "isDisabled" from programs p join workspaces w on w.id = p.workspace_id where p.id = ?`,
    [programId],
  )
  return row ?? { plan: 'free', isDisabled: false }
}
