import { z } from 'zod'
import type { UserScope } from '../workspace-scope.js'
import { NewPassword } from './password.schema.js'
import { requireCurrentPassword } from './require-current-password.js'
import { setPassword } from './set-password.js'

export const ChangePassword = z.object({ currentPassword: z.string().max(1000).optional(), newPassword: NewPassword })

/** Changes the password. An existing password must be entered, because a session may have been left open. Ends all other sessions. */
export async function changePassword(
  scope: UserScope,
  { currentPassword = '', newPassword }: z.infer<typeof ChangePassword>,
): Promise<void> {
  await requireCurrentPassword(scope, currentPassword)
  await setPassword(scope, scope.user, newPassword, scope.session)
}
