import type { GuestScope } from '../../accounts/index.js'
import { countPassword, isPasswordOf, wrongPasswordWindowMs } from '../../links/index.js'
import { incorrectDashboardPassword, tooManyDashboardPasswords } from '../errors.js'
import type { PublicDashboard } from './public-dashboard.queries.js'

/** Refuses a wrong password, and after too many of them every password until the window ends. */
export async function requirePassword({ store, vault, address }: GuestScope, dashboard: PublicDashboard, password = ''): Promise<void> {
  const { id, sealedPassword } = dashboard
  if (sealedPassword === null) return
  if (password === '') throw incorrectDashboardPassword()
  const result = await countPassword(store, id, address, isPasswordOf({ vault }, dashboard, password))
  if (result === 'refused') throw tooManyDashboardPasswords(wrongPasswordWindowMs / 1000)
  if (result === 'wrong') throw incorrectDashboardPassword()
}
