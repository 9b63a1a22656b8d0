import { profilePlatforms, type ProfilePlatform, profileReader } from '../../bounties/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { days } from '../../kernel/time.js'
import { accountsToRead, postponeAccount, storeProfile, type VerifiedAccount } from './platforms.queries.js'

const batchSize = 50
const maxAgeMs = days(7)

/** The platform does not answer if so many accounts in a row cannot be read. The next run tries again, beginning with other accounts. */
const maxFailures = 10

/**
 * Reads followers, posts and views of the verified accounts of partners in the network, each once a week. Accounts of platforms that the
 * installation has no access to keep their figures, and so do those that cannot be read.
 */
export async function refreshPlatforms(scope: JobScope, stop: AbortSignal): Promise<void> {
  for (const platform of profilePlatforms) if (profileReader(scope, platform)) await refreshPlatform(scope, platform, stop)
}

async function refreshPlatform(scope: JobScope, platform: ProfilePlatform, stop: AbortSignal): Promise<void> {
  const checkedBefore = new Date(scope.now().getTime() - maxAgeMs)
  for (let failures = 0; ;) {
    const accounts = await accountsToRead(scope, platform, checkedBefore, batchSize)
    for (const account of accounts) {
      if (stop.aborted || failures === maxFailures) return
      failures = (await refreshAccount(scope, platform, account)) ? 0 : failures + 1
    }
    if (accounts.length < batchSize) return
  }
}

/** False if the account cannot be read: a platform may answer with an error to one that is gone or private. */
async function refreshAccount(scope: JobScope, platform: ProfilePlatform, account: VerifiedAccount): Promise<boolean> {
  try {
    await readAccount(scope, platform, account)
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    scope.log.warn({ err: error, platform, partnerId: account.partnerId }, 'account of a partner could not be read')
    await postponeAccount(scope, platform, account)
    return false
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
