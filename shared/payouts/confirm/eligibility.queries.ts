/** The conditions of `choosePayment` in SQL, so that a query reads only the payouts that can be paid. */
import type { PayoutTerms } from './choose-payment.js'

export type SqlPart = [sql: string, ...params: unknown[]]

export const partnerMethodSql = `case when pa.payouts_enabled_at is not null then coalesce(pa.default_payout_method, 'manual') end`
export const payeeJoins = `
  join partners pa on pa.id = po.partner_id
  left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
  left join partner_payout_settings s on s.program_id = po.program_id and s.partner_id = po.partner_id`

const method = `coalesce(s.method, ${partnerMethodSql})`
const hasDestination = (own: string) => `case when s.method is null then ${own} else s.destination end is not null`
const isInternalPayable = `case ${method} when 'manual' then true when 'connect' then ? and ${hasDestination('pa.stripe_connect_id')}
  when 'paypal' then ? and ${hasDestination('pa.paypal_email')} else ${method} is null and ? end`
const isExternalPayable = 'e.tenant_id is not null'

/** True if a payout of this amount can be paid, with the joins above; false or null if not. */
export function eligibleSql(amount: string, { payoutMode, minPayoutAmount, connectedProviders }: PayoutTerms): SqlPart {
  const min = Math.max(minPayoutAmount, 1)
  const internalParams = [connectedProviders.includes('stripe'), connectedProviders.includes('paypal'), connectedProviders.length === 0]
  const common = `e.status is distinct from 'banned' and ${amount} >= ?`
  if (payoutMode === 'external') return [`${common} and ${isExternalPayable}`, min]
  if (payoutMode === 'internal') return [`${common} and ${isInternalPayable}`, min, ...internalParams]
  return [`${common} and case when ${method} is null then ${isExternalPayable} else ${isInternalPayable} end`, min, ...internalParams]
}
