import type { Scope } from '../kernel/scope.js'

export interface Known {
  customers: Set<string>
  links: Set<string>
}

/** Memories about one customer are about the other from now on. */
export async function rebindMemories({ em }: Pick<Scope, 'em'>, workspaceId: string, from: string, to: string): Promise<void> {
  await em.execute('update memories set customer_id = ? where workspace_id = ? and customer_id = ?', [to, workspaceId, from])
}

/** Of these customers and links those of the workspace. */
export async function knownSubjects({ em }: Pick<Scope, 'em'>, workspaceId: string, ids: readonly string[]): Promise<Known> {
  const rows: { id: string; kind: keyof Known }[] = await em.execute(
    `select id, 'customers' as kind from customers where workspace_id = ? and id = any (array[?]::text[])
     union all select id, 'links' from links where workspace_id = ? and id = any (array[?]::text[])`,
    [workspaceId, ids, workspaceId, ids],
  )
  const known: Known = { customers: new Set(), links: new Set() }
  for (const { id, kind } of rows) known[kind].add(id)
  return known
}
