import { type Caller, touchToken } from '../../shared/accounts/index.js'
import type { Scope } from '../../shared/kernel/scope.js'

/** Not waited for: when a key was last used matters to nobody who waits for an answer. */
export function noteUse(scope: Scope, { token }: Caller): void {
  if (token)
    touchToken(scope.pool, token, scope.now()).catch((error: unknown) =>
      scope.log.warn({ err: error }, 'the last use of a key was not noted'),
    )
}
