import type { WorkspaceScope } from '../accounts/index.js'
import { ExternalError } from '../kernel/http-client/external-error.js'
import { urlNotAllowed } from './errors.js'

/** Rejects a URL that points into the private network. A host that does not resolve yet is accepted: every delivery checks it again. */
export async function requirePublicUrl({ guardedClient }: Pick<WorkspaceScope, 'guardedClient'>, url: string): Promise<void> {
  try {
    await guardedClient.check(url)
  } catch (error) {
    if (error instanceof ExternalError && error.reason === 'refused') throw urlNotAllowed(error.message)
    if (!(error instanceof ExternalError)) throw error
  }
}
