import { type Caller, touchToken } from '../../shared/accounts/index.js'
import type { Scope } from '../../shared/kernel/scope.js'

/** Updates the last use of the key in the background; the request does not wait for it. */
export function recordTokenUse(scope: Scope, { token }: Caller): void {
  if (token)
    touchToken(scope.pool, token, scope.now()).catch((error: unknown) =>
      scope.log.warn({ err: error }, 'failed to update the last use of an API key'),
    )
}
