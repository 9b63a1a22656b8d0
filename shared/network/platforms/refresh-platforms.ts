import { profilePlatforms, type ProfilePlatform, profileReader } from '../../bounties/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { accountsToRead, storeProfile, type VerifiedAccount } from './platforms.queries.js'

const batchSize = 50
const maxAgeMs = days(7)

/**
 * Reads followers, posts and views of the verified accounts of partners in the network, each once a week. Accounts of platforms that the
 * installation has no access to keep their figures. A platform that does not answer is tried again by the next run.
 */
export async function refreshPlatforms(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (const platform of profilePlatforms) {
    try {
      await refreshPlatform(scope, platform, stop)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      scope.log.warn({ err: error, platform }, 'accounts of partners could not be read')
    }
  }
}

async function refreshPlatform(scope: JobScope, platform: ProfilePlatform, stop: AbortSignal): Promise<void> {
  if (!profileReader(scope, platform)) return
  const checkedBefore = new Date(scope.now().getTime() - maxAgeMs)
  for (;;) {
    const accounts = await accountsToRead(scope, platform, checkedBefore, batchSize)
    for (const account of accounts) {
      if (stop.aborted) return
      await readAccount(scope, platform, account)
    }
    if (accounts.length < batchSize) return
  }
}

/** Reads the account now, if the installation has access to its platform. */
export async function readAccount(
  scope: Pick<Scope, 'em' | 'now' | 'config' | 'guardedClient'>,
  platform: ProfilePlatform,
  account: VerifiedAccount,
): Promise<void> {
  const read = profileReader(scope, platform)
  if (read) await storeProfile(scope, platform, account, await read(account))
}
