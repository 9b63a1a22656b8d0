/** SQL of result files in the file store. */
import type { Scope } from '../kernel/scope.js'
import type { BackgroundOperationRow } from './background-operation.queries.js'
import type { PartnerRecipient } from './start-background-operation.js'

export interface UnreportedResult extends Pick<
  BackgroundOperationRow,
  'id' | 'workspaceId' | 'userId' | 'permission' | 'grantedPermissions' | 'done' | 'storedFile'
> {
  resultType: string
  resultName: string
  finishedAt: Date
  workspaceName: string
  recipient: PartnerRecipient | null
}

/** The result of a completed operation whose user was not notified yet. */
export async function findUnreportedResult({ pool }: Scope, id: string): Promise<UnreportedResult | null> {
  const { rows } = await pool.query<UnreportedResult>(
    `select o.id, workspace_id as "workspaceId", user_id as "userId", permission, granted_permissions as "grantedPermissions", done,
       stored_file as "storedFile", result_type as "resultType", result_name as "resultName", finished_at as "finishedAt",
       w.name as "workspaceName", payload->'recipient' as recipient
     from background_operations o join workspaces w on w.id = workspace_id
     where o.id = $1 and state = 'completed' and result_type is not null and result_name is not null and reported_at is null`,
    [id],
  )
  return rows[0] ?? null
}

/** False if the result was deleted meanwhile. Its parts remain for downloads that have begun. */
export async function markResultStored(
  { em }: Scope,
  id: string,
  { name, resultName }: { name: string; resultName: string },
): Promise<boolean> {
  const rows: unknown[] = await em.execute(
    'update background_operations set stored_file = ? where id = ? and result_name = ? returning 1',
    [name, id, resultName],
  )
  return rows.length > 0
}

/** Deletes the parts of results that were complete before this time and have a stored file. */
export async function deletePartsOfStoredResults({ em }: Scope, finishedBefore: Date): Promise<void> {
  await em.execute(
    `delete from background_operation_results where operation_id in
      (select id from background_operations where stored_file is not null and finished_at < ?)`,
    [finishedBefore],
  )
}

/** The address of a user who still belongs to the partner account. */
export async function addressOfPartnerUser({ pool }: Scope, { userId, partnerId }: PartnerRecipient): Promise<string | null> {
  const { rows } = await pool.query<{ email: string | null }>(
    'select u.email from partner_users m join users u on u.id = m.user_id where m.user_id = $1 and m.partner_id = $2',
    [userId, partnerId],
  )
  return rows[0]?.email ?? null
}

export async function markResultReported({ em, now }: Scope, id: string): Promise<void> {
  await em.execute('update background_operations set reported_at = ? where id = ?', [now(), id])
}
