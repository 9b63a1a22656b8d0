import type { WorkspaceScope } from '../accounts/index.js'
import { startBackgroundOperation } from '../background-operations/index.js'
import { newId } from '../kernel/ids.js'
import { requireFolder } from '../links/index.js'
import { requireDefaultProgram } from '../partners/index.js'
import { sealCredential, storedCredential } from './credential.js'
import { addressMissing, optionMissing, programsNotPermitted } from './errors.js'
import { insertImport } from './import.queries.js'
import type { StartImport } from './import.schema.js'
import { runImportJob } from './jobs.js'
import { type ProviderName, providerOf } from './providers/index.js'

/** Starts the import of an account at another provider. */
export async function startImport(scope: WorkspaceScope, name: ProviderName, input: StartImport) {
  const provider = providerOf(name)
  const { token: sent, apiUrl: ownAddress, ...options } = input
  const { token, apiUrl = ownAddress } = sent === undefined ? await storedCredential(scope, name) : { token: sent }
  if (!provider.address && apiUrl === undefined) throw addressMissing(provider.title)
  const absent = provider.requires?.find((option) => !options[option])
  if (absent !== undefined) throw optionMissing(provider.title, absent)
  if (provider.needsProgram) {
    if (!scope.actor.permissions.has('groups.write')) throw programsNotPermitted()
    await requireDefaultProgram(scope)
  }
  if (options.folderId !== undefined) await requireFolder(scope, options.folderId, 'folders.links.write')
  const id = newId('imp_', scope.now().getTime())
  const { dryRun } = options
  return startBackgroundOperation(scope, {
    type: dryRun ? 'imports.preview' : 'imports.run',
    permission: provider.needsProgram ? 'groups.write' : 'links.write',
    contract: runImportJob,
    payload: { importId: id, source: name, options, ...(apiUrl === undefined ? {} : { apiUrl }) },
    onStarted: (operationId) =>
      insertImport(scope, { id, provider: name, dryRun, operationId, credential: sealCredential(scope.vault, id, token) }),
  })
}
