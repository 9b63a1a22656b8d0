/** Passwords of links and dashboards. They are stored sealed for their row, because the service shows them to those who may change them. */
import { equalsInConstantTime } from '../kernel/hash.js'
import type { Scope } from '../kernel/scope.js'

type WithVault = Pick<Scope, 'vault'>

interface Protected {
  id: string
  sealedPassword?: string | null
}

const sealContext = (id: string) => `password of ${id}`

export const sealPassword = ({ vault }: WithVault, id: string, password: string | null): string | null =>
  password === null ? null : vault.seal(password, sealContext(id))

export const openPassword = ({ vault }: WithVault, { id, sealedPassword = null }: Protected): string | null =>
  sealedPassword === null ? null : vault.open(sealedPassword, sealContext(id))

/** Whether the text is the password of the row. False without a password. */
export function isPasswordOf(scope: WithVault, row: Protected, text: string): boolean {
  const password = openPassword(scope, row)
  return password !== null && equalsInConstantTime(text, password)
}

/**
 * The sealed password after a change; undefined leaves it as it is. An unchanged password is not sealed again, because that would change
 * the row and invalidate the cookies of visitors who entered it.
 */
export const changePassword = (scope: WithVault, row: Protected, password: string | null | undefined): string | null =>
  password === undefined || password === openPassword(scope, row) ? (row.sealedPassword ?? null) : sealPassword(scope, row.id, password)
