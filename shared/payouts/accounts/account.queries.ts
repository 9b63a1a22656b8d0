/** SQL of the accounts of workspaces at payment providers. */
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { TransferProviderName } from '../providers/provider.js'
import type { PayoutAccount } from './account-access.js'

const columns = `id, workspace_id as "workspaceId", provider, credentials, created_at as "createdAt", updated_at as "updatedAt"`

export async function findAccounts({ em }: Scope, workspaceId: string): Promise<PayoutAccount[]> {
  return em.execute(`select ${columns} from payout_accounts where workspace_id = ? order by provider desc`, [workspaceId])
}

export async function findAccount({ em }: Scope, workspaceId: string, provider: TransferProviderName): Promise<PayoutAccount | null> {
  const rows: PayoutAccount[] = await em.execute(`select ${columns} from payout_accounts where workspace_id = ? and provider = ?`, [
    workspaceId,
    provider,
  ])
  return rows[0] ?? null
}

export async function findAccountById({ em }: Scope, id: string): Promise<PayoutAccount | null> {
  const rows: PayoutAccount[] = await em.execute(`select ${columns} from payout_accounts where id = ?`, [id])
  return rows[0] ?? null
}

/** Creates the account or replaces its credentials. The id stays, because it is part of the webhook address. */
export async function storeAccount(
  { em, now }: Scope,
  workspaceId: string,
  provider: TransferProviderName,
  credentials: string,
): Promise<PayoutAccount> {
  const at = now()
  const rows: PayoutAccount[] = await em.execute(
    `insert into payout_accounts (id, workspace_id, provider, credentials, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, provider) do update set credentials = excluded.credentials, updated_at = excluded.updated_at
     returning ${columns}`,
    [newId('pacc_', at.getTime()), workspaceId, provider, credentials, at, at],
  )
  return rows[0] as PayoutAccount
}

export async function deleteAccount({ em }: Scope, id: string): Promise<void> {
  await em.execute('delete from payout_accounts where id = ?', [id])
}
