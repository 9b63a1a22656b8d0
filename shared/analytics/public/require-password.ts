import type { GuestScope } from '../../accounts/index.js'
import { countWrongPassword, hasGuessedTooOften, isPasswordOf, wrongPasswordWindowMs } from '../../links/index.js'
import { incorrectDashboardPassword, tooManyDashboardPasswords } from '../errors.js'
import type { PublicDashboard } from './public-dashboard.queries.js'

/** Refuses a wrong password, and after too many of them every password until the window ends. */
export async function requirePassword({ store, vault, address }: GuestScope, dashboard: PublicDashboard, password = ''): Promise<void> {
  const { id, sealedPassword } = dashboard
  if (sealedPassword === null) return
  if (password === '') throw incorrectDashboardPassword()
  if (await hasGuessedTooOften(store, id, address)) throw tooManyDashboardPasswords(wrongPasswordWindowMs / 1000)
  if (isPasswordOf({ vault }, dashboard, password)) return
  await countWrongPassword(store, id, address)
  throw incorrectDashboardPassword()
}
