import type { Scope } from '../kernel/scope.js'

export interface ExistingSubjects {
  customers: Set<string>
  links: Set<string>
}

/** Moves the memories about one customer to another, with the history of deleted ones. */
export async function moveMemoriesToCustomer({ em }: Pick<Scope, 'em'>, workspaceId: string, from: string, to: string): Promise<void> {
  for (const table of ['memories', 'memory_changes'])
    await em.execute(`update ${table} set customer_id = ? where workspace_id = ? and customer_id = ?`, [to, workspaceId, from])
}

/**
 * Which of the ids are customers or links of the workspace. The customers are locked, so that none is deleted before the memories about it
 * are stored, which are erased with it.
 */
export async function findExistingSubjects(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ExistingSubjects> {
  const rows: { id: string; kind: keyof ExistingSubjects }[] = await em.execute(
    `select * from (select id, 'customers' as kind from customers where workspace_id = ? and id = any (array[?]::text[])
       order by id for key share) as locked
     union all select id, 'links' from links where workspace_id = ? and id = any (array[?]::text[])`,
    [workspaceId, ids, workspaceId, ids],
  )
  const existing: ExistingSubjects = { customers: new Set(), links: new Set() }
  for (const { id, kind } of rows) existing[kind].add(id)
  return existing
}
