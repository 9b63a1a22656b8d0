/** Payment details of partners are stored encrypted: they may contain bank accounts. */
import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'

const owner = (programId: string, partnerId: string) => `payout-settings ${programId} ${partnerId}`

export const sealDetails = ({ vault }: Pick<Scope, 'vault'>, programId: string, partnerId: string, details: string) =>
  vault.seal(details, owner(programId, partnerId))

/** Details of one partner, sealed for another one. */
export const resealDetails = (scope: Pick<Scope, 'vault'>, programId: string, from: string, to: string, sealed: string): string =>
  sealDetails(scope, programId, to, scope.vault.open(sealed, owner(programId, from)))

/** The details in plain text, for users who pay; null for others. */
export function readDetails({ vault, actor }: WorkspaceScope, programId: string, partnerId: string, sealed: string | null): string | null {
  return sealed === null || !actor.permissions.has('payouts.write') ? null : vault.open(sealed, owner(programId, partnerId))
}
