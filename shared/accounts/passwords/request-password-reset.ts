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
  const subnet = clientSubnet(scope.address)
  await throttle(scope, `email:from:${subnet}`, emailsPerAddress)
  // Counted per requester too: a limit of the recipient alone would let others block the account's owner.
  await throttle(scope, `password-reset:${folded}:from:${subnet}`, emailsPerRecipient)
  scope.enqueue(sendPasswordResetJob, { email: folded })
}
