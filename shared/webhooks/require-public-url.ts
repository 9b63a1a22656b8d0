import type { WorkspaceScope } from '../accounts/index.js'
import { OutsideError } from '../kernel/outside-error.js'
import { urlRefused } from './errors.js'

/**
 * Refuses an address that leads into this machine's own network. One whose host is not known yet is taken: what counts is asked again
 * whenever something is sent.
 */
export async function requirePublicUrl({ guardedClient }: WorkspaceScope, url: string): Promise<void> {
  try {
    await guardedClient.check(url)
  } catch (error) {
    if (error instanceof OutsideError && error.reason === 'refused') throw urlRefused(error.message)
    if (!(error instanceof OutsideError)) throw error
  }
}
