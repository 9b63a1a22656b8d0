/** The account at a provider before the import: its credential, and what can be chosen from it. */
import type { z } from 'zod'
import type { WorkspaceScope } from '../accounts/index.js'
import { ServiceError } from '../kernel/errors.js'
import { seconds } from '../kernel/time.js'
import { deleteCredential, storeCredential, storedCredential } from './credential.js'
import { addressMissing, providerFailed } from './errors.js'
import { fetchBody, fetchPage } from './fetch-page.js'
import type { SourceAccountSchema, StoreCredential, StoredCredentialSchema } from './import.schema.js'
import { type ProviderName, providerOf } from './providers/index.js'

const timeoutMs = seconds(20)

/** Keeps the credential of a provider, sealed, for imports that bring none. */
export async function storeImportCredential(
  scope: WorkspaceScope,
  provider: ProviderName,
  credential: z.infer<typeof StoreCredential>,
): Promise<z.infer<typeof StoredCredentialSchema>> {
  if (!providerOf(provider).address && credential.apiUrl === undefined) throw addressMissing(providerOf(provider).title)
  return { provider, expiresAt: await storeCredential(scope, provider, credential) }
}

/** Reads the account with the stored credential, which is forgotten if the provider refuses it. */
export async function findSourceAccount(scope: WorkspaceScope, name: ProviderName): Promise<z.infer<typeof SourceAccountSchema>> {
  const { token, apiUrl } = await storedCredential(scope, name)
  const provider = providerOf(name)
  const source = { provider, address: apiUrl ?? provider.address?.(scope.config) ?? '', token, options: { importClicks: false } }
  const deadline = performance.now() + timeoutMs
  const get = async (path: string) => read(await fetchBody(scope, source, path, deadline))
  if (provider.account) return provider.account(get)
  // Lists of programs need options that come with the start.
  if (!provider.requires) await read(await fetchPage(scope, { ...source, cursor: null }, deadline))
  return { connected: true }

  async function read<Body>(answer: Body | ServiceError | null): Promise<Body> {
    if (answer === null) throw providerFailed(provider.title, 'It did not answer in time.')
    if (!(answer instanceof ServiceError)) return answer
    if (answer.code === 'unauthorized') await deleteCredential(scope, scope.workspace.id, name)
    throw answer
  }
}
