/** SQL that finds the workspaces whose analytics and events an operator requests. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'
import { keyOfPath, lookupKeyOn, rootKey } from '../../links/index.js'

type Reading = Pick<Scope, 'em'>

/** Ids of the workspaces of the filters, the oldest first: time series of all time begin with it. */
export async function workspacesOf(
  { em }: Reading,
  { workspaceId = null, programId = null }: { workspaceId?: string | null | undefined; programId?: string | null | undefined },
): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select id from workspaces where (?::text is null or id = ?)
       and (?::text is null or exists (select from programs where programs.id = ? and programs.workspace_id = workspaces.id))
     order by created_at, id`,
    [workspaceId, workspaceId, programId, programId],
  )
  return rows.map(({ id }) => id)
}

/** An owner of the workspace, also of a disabled one; null without one. */
export async function ownerOf({ em }: Reading, workspaceId: string): Promise<string | null> {
  const rows: { userId: string }[] = await em.execute(
    `select user_id as "userId" from members where workspace_id = ? and coalesce(former_role, role) = 'owner' order by id limit 1`,
    [workspaceId],
  )
  return rows[0]?.userId ?? null
}

export type LinkAddress = { externalId: string } | { domain?: string | undefined; key?: string | undefined }

/** Links with the external id, which each workspace may have one of, or the link with the short link. */
export async function linkIdsAt({ em }: Reading, workspaceIds: readonly string[], address: LinkAddress): Promise<string[]> {
  const ids = arrayLiteral(workspaceIds)
  if ('externalId' in address) {
    const found: { id: string }[] = await em.execute(
      'select id from links where workspace_id = any (?::text[]) and lower(external_id) = lower(?)',
      [ids, address.externalId.replace(/^ext_/, '')],
    )
    return found.map(({ id }) => id)
  }
  const domain = address.domain?.toLowerCase() ?? ''
  const lookupKey = await lookupKeyOn({ em }, domain, keyOfPath(address.key ?? rootKey))
  const rows: { id: string }[] = await em.execute(
    'select id from links where workspace_id = any (?::text[]) and domain = ? and lookup_key = ?',
    [ids, domain, lookupKey],
  )
  return rows.map(({ id }) => id)
}
