/** The conditions of `choosePayment` in SQL, so that a query reads only the payouts that can be paid. */
import type { TransferProviderName } from '../providers/provider.js'
import type { PayoutTerms } from './choose-payment.js'

export type SqlPart = [sql: string, ...params: unknown[]]

export const partnerMethodSql = `case when pa.payouts_enabled_at is not null then coalesce(pa.default_payout_method, 'manual') end`
export const payeeJoins = `
  join partners pa on pa.id = po.partner_id
  left join enrolments e on e.program_id = po.program_id and e.partner_id = po.partner_id
  left join partner_payout_settings s on s.program_id = po.program_id and s.partner_id = po.partner_id`

const method = `coalesce(s.method, ${partnerMethodSql})`
const hasDestination = (own: string) => `case when s.method is null then ${own} else s.destination end is not null`
const internalPayable = ({ stripe, paypal, noMethod }: Record<'stripe' | 'paypal' | 'noMethod', string>) =>
  `case ${method} when 'manual' then true when 'connect' then ${stripe} and ${hasDestination('pa.stripe_connect_id')}
  when 'paypal' then ${paypal} and ${hasDestination('pa.paypal_email')} else ${method} is null and ${noMethod} end`
const isInternalPayable = internalPayable({ stripe: '?', paypal: '?', noMethod: '?' })
const isExternalPayable = 'e.tenant_id is not null'

const isConnected = (provider: TransferProviderName) =>
  `exists (select from payout_accounts a where a.workspace_id = programs.workspace_id and a.provider = '${provider}')`

/** As below for the payouts of many programs, joined as `programs`. Partners who have chosen no method do not count. */
export const isPayableSql = `e.status is distinct from 'banned' and po.amount >= greatest(programs.min_payout_amount, 1) and case
    when programs.payout_mode = 'external' or (programs.payout_mode = 'hybrid' and ${method} is null) then ${isExternalPayable}
    else ${internalPayable({ stripe: isConnected('stripe'), paypal: isConnected('paypal'), noMethod: 'false' })} end`

/** True if a payout of this amount can be paid, with the joins above; false or null if not. */
export function eligibleSql(amount: string, { payoutMode, minPayoutAmount, connectedProviders }: PayoutTerms): SqlPart {
  const min = Math.max(minPayoutAmount, 1)
  const internalParams = [connectedProviders.includes('stripe'), connectedProviders.includes('paypal'), connectedProviders.length === 0]
  const common = `e.status is distinct from 'banned' and ${amount} >= ?`
  if (payoutMode === 'external') return [`${common} and ${isExternalPayable}`, min]
  if (payoutMode === 'internal') return [`${common} and ${isInternalPayable}`, min, ...internalParams]
  return [`${common} and case when ${method} is null then ${isExternalPayable} else ${isInternalPayable} end`, min, ...internalParams]
}
