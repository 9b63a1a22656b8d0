/** Payment details of partners are stored encrypted: they may contain bank accounts. */
import type { Scope } from '../../kernel/scope.js'

const owner = (programId: string, partnerId: string) => `payout-settings ${programId} ${partnerId}`

export const sealDetails = ({ vault }: Pick<Scope, 'vault'>, programId: string, partnerId: string, details: string) =>
  vault.seal(details, owner(programId, partnerId))
export const openDetails = ({ vault }: Pick<Scope, 'vault'>, programId: string, partnerId: string, sealed: string) =>
  vault.open(sealed, owner(programId, partnerId))
