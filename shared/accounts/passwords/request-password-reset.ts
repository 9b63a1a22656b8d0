import { z } from 'zod'
import { householdOf } from '../../kernel/household.js'
import { Email, foldEmail } from '../email.js'
import { mailPasswordReset } from '../jobs.js'
import { lettersFromAddress, lettersToEmail } from '../limits.js'
import { throttle } from '../throttle.js'
import type { VisitorScope } from '../workspace-scope.js'

export const RequestPasswordReset = z.object({ email: Email })

/** Has a link sent to the address if it belongs to somebody. Whether it does is seen neither in the answer nor in its time. */
export async function requestPasswordReset(scope: VisitorScope, { email }: z.infer<typeof RequestPasswordReset>): Promise<void> {
  const folded = foldEmail(email)
  await throttle(scope, `letter:from:${householdOf(scope.address)}`, lettersFromAddress)
  await throttle(scope, `letter:to:${folded}`, lettersToEmail)
  scope.enqueue(mailPasswordReset, { email: folded })
}
