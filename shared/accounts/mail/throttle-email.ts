import { clientSubnet } from '../../kernel/client-subnet.js'
import { emailsPerAddress, emailsPerRecipient } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'

/**
 * Limits emails that anyone may request, per client subnet and per recipient. The recipient is counted per requester too: a limit of the
 * recipient alone would let others block the owner of the address. `email` is folded.
 */
export async function throttleEmail(scope: UnauthenticatedScope, purpose: string, email: string): Promise<void> {
  const subnet = clientSubnet(scope.address)
  await throttle(scope, `email:from:${subnet}`, emailsPerAddress)
  await throttle(scope, `${purpose}:${email}:from:${subnet}`, emailsPerRecipient)
}
