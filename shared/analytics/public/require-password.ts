import type { GuestScope } from '../../accounts/index.js'
import { clientSubnet } from '../../kernel/client-subnet.js'
import { minutes } from '../../kernel/time.js'
import { isPasswordOf } from '../../links/index.js'
import { incorrectDashboardPassword, tooManyDashboardPasswords } from '../errors.js'
import type { PublicDashboard } from './public-dashboard.queries.js'

/** Wrong passwords per dashboard and visitor, as for links. Correct ones are not counted, because each figure of the page sends one. */
const maxWrongPasswords = 30
const wrongPasswordWindowMs = minutes(10)

/** Refuses a wrong password, and after too many of them every password until the window ends. */
export async function requirePassword(scope: GuestScope, dashboard: PublicDashboard, password = ''): Promise<void> {
  if (dashboard.sealedPassword === null) return
  if (password === '') throw incorrectDashboardPassword()
  const counter = `dashboard-password-guesses:${dashboard.id}:${clientSubnet(scope.address)}`
  if (Number(await scope.store.get(counter)) >= maxWrongPasswords) throw tooManyDashboardPasswords(wrongPasswordWindowMs / 1000)
  if (isPasswordOf(scope, dashboard, password)) return
  await scope.store.increment(counter, 1, wrongPasswordWindowMs)
  throw incorrectDashboardPassword()
}
