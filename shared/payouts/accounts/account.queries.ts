/** SQL of the accounts of workspaces at payment providers. */
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { TransferProviderName } from '../providers/provider.js'
import type { PayoutAccount } from './account-access.js'

const columns = `id, workspace_id as "workspaceId", provider, credentials, account_id as "accountId", created_at as "createdAt", updated_at as "updatedAt"`

export async function findAccounts({ em }: Scope, workspaceId: string): Promise<PayoutAccount[]> {
  return em.execute(`select ${columns} from payout_accounts where workspace_id = ? order by provider desc`, [workspaceId])
}

/** `lock`: until the end of the transaction. */
export async function findAccount(
  { em }: Scope,
  workspaceId: string,
  provider: TransferProviderName,
  lock: '' | 'for share' | 'for update' = '',
): Promise<PayoutAccount | null> {
  const rows: PayoutAccount[] = await em.execute(`select ${columns} from payout_accounts where workspace_id = ? and provider = ? ${lock}`, [
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
  accountId: string | null,
): Promise<PayoutAccount> {
  const at = now()
  const rows: PayoutAccount[] = await em.execute(
    `insert into payout_accounts (id, workspace_id, provider, credentials, account_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, provider)
       do update set credentials = excluded.credentials, account_id = excluded.account_id, updated_at = excluded.updated_at
     returning ${columns}`,
    [newId('pacc_', at.getTime()), workspaceId, provider, credentials, accountId, at, at],
  )
  return rows[0] as PayoutAccount
}

/** Unless the credentials were replaced meanwhile. */
export async function storeAccountId({ em }: Scope, { id, credentials }: PayoutAccount, accountId: string): Promise<void> {
  await em.execute('update payout_accounts set account_id = ? where id = ? and credentials = ?', [accountId, id, credentials])
}

export async function deleteAccount({ em }: Scope, id: string): Promise<void> {
  await em.execute('delete from payout_accounts where id = ?', [id])
}
