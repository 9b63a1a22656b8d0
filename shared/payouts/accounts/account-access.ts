/** Access to the accounts of workspaces at payment providers. */
import type { Scope } from '../../kernel/scope.js'
import { apiUrlOf } from '../providers/index.js'
import type { ProviderAccess, TransferProviderName } from '../providers/provider.js'

export interface PayoutAccount {
  id: string
  workspaceId: string
  provider: TransferProviderName
  /** Sealed for `credentialOwner`. */
  credentials: string
  /** The account at the provider, if it shows it. */
  accountId: string | null
  createdAt: Date
  updatedAt: Date
}

export const credentialOwner = (workspaceId: string, provider: TransferProviderName) => `payout-account ${workspaceId} ${provider}`

export function accessOfAccount(scope: Scope, { workspaceId, provider, credentials }: PayoutAccount): ProviderAccess {
  return {
    client: scope.guardedClient,
    apiUrl: apiUrlOf(scope.config, provider),
    credentials: JSON.parse(scope.vault.open(credentials, credentialOwner(workspaceId, provider))) as unknown,
    now: scope.now,
  }
}

/** Null if the encryption key of the stored credentials was removed. */
export function accessOrNull(scope: Scope, account: PayoutAccount): ProviderAccess | null {
  try {
    return accessOfAccount(scope, account)
  } catch {
    return null
  }
}
