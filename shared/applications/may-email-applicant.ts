import type { Scope } from '../kernel/scope.js'
import { confirmationEmailRate } from './limits.js'

/**
 * Counts an email that confirms applications. False if the recipient got too many of them: the link of an earlier one confirms all
 * applications to the programs of a workspace. Checked once per email, not at each attempt to send it.
 */
export async function mayEmailApplicant({ rateLimits }: Pick<Scope, 'rateLimits'>, email: string): Promise<boolean> {
  const counted = await rateLimits.consume('application-emails', email, confirmationEmailRate)
  return counted?.allowed ?? true
}
