/** Credentials of sources: sealed, until the import ends. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import type { Vault } from '../kernel/vault.js'
import { credentialMissing } from './errors.js'
import { type ProviderName, providerOf, type SourceName } from './providers/index.js'

const sealContext = (importId: string) => `credential of ${importId}`
export const sealCredential = (vault: Vault, importId: string, token: string) => vault.seal(token, sealContext(importId))
export const openCredential = (vault: Vault, importId: string, sealed: string) => vault.open(sealed, sealContext(importId))

const lifetimeMs = days(1)
const storeKey = (workspaceId: string, provider: SourceName) => `import:${provider}:${workspaceId}`

export interface StoredCredential {
  token: string
  apiUrl?: string | undefined
}

/** Keeps the credential for imports of the next day that bring none. Returns when it is forgotten. */
export async function storeCredential(scope: WorkspaceScope, provider: ProviderName, credential: StoredCredential): Promise<Date> {
  const key = storeKey(scope.workspace.id, provider)
  await scope.store.set(key, scope.vault.seal(JSON.stringify(credential), key), lifetimeMs)
  return new Date(scope.now().getTime() + lifetimeMs)
}

/** Throws if none is stored. */
export async function storedCredential({ store, vault, workspace }: WorkspaceScope, provider: ProviderName): Promise<StoredCredential> {
  const key = storeKey(workspace.id, provider)
  const sealed = await store.get(key)
  if (sealed === null) throw credentialMissing(providerOf(provider).title)
  return JSON.parse(vault.open(sealed, key)) as StoredCredential
}

export const deleteCredential = ({ store }: Pick<Scope, 'store'>, workspaceId: string, provider: SourceName) =>
  store.delete(storeKey(workspaceId, provider))
