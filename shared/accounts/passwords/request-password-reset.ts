import { z } from 'zod'
import { clientSubnet } from '../../kernel/client-subnet.js'
import { Email, foldEmail } from '../email.js'
import { sendPasswordResetJob } from '../jobs.js'
import { emailsPerAddress, emailsPerRecipient } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'

export const RequestPasswordReset = z.object({ email: Email })

/** Sends a reset link if an account with this address exists. Neither the response nor its timing reveals whether one does. */
export async function requestPasswordReset(scope: UnauthenticatedScope, { email }: z.infer<typeof RequestPasswordReset>): Promise<void> {
  const folded = foldEmail(email)
  await throttle(scope, `email:from:${clientSubnet(scope.address)}`, emailsPerAddress)
  await throttle(scope, `email:to:${folded}`, emailsPerRecipient)
  scope.enqueue(sendPasswordResetJob, { email: folded })
}
