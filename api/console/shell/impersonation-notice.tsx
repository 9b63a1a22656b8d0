/** Reminds an operator who signed in as a user of whose account this is. */
import { Button } from '../kit/button.js'
import { signOut } from './router.js'
import type { User } from './session.js'

export const ImpersonationNotice = ({ user: { isImpersonated, name, email }, next }: { user: User; next: string }) =>
  isImpersonated ? (
    <div class="impersonation" role="status">
      <span>You act as {name ?? email} for at most an hour.</span>
      <Button onClick={() => void signOut(next)}>Sign out</Button>
    </div>
  ) : null
