import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { sendPasswordResetJob } from '../jobs.js'
import { throttleEmail } from '../mail/throttle-email.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'

export const RequestPasswordReset = z.object({ email: Email })

/** Sends a reset link if an account with this address exists. Neither the response nor its timing reveals whether one does. */
export async function requestPasswordReset(scope: UnauthenticatedScope, { email }: z.infer<typeof RequestPasswordReset>): Promise<void> {
  const folded = foldEmail(email)
  await throttleEmail(scope, 'password-reset', folded)
  scope.enqueue(sendPasswordResetJob, { email: folded })
}
