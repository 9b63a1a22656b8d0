/** Customers and commissions that another system attributed and computed. Nothing here earns again what was earned there. */
import type { WorkspaceScope } from '../../../accounts/index.js'
import { type Customer, setStripeCustomerId } from '../../../customers/index.js'
import { newClickId, newId } from '../../../kernel/ids.js'
import { minutes } from '../../../kernel/time.js'
import { type HistoricLead, type ManualSale, recordManualConversion, toDollars } from '../../../tracking/index.js'
import { commissionOfInvoiceExists } from '../../errors.js'
import { aggregatePayoutsJob } from '../../jobs.js'
import type { CommissionStatus } from '../commission-states.js'
import { type CommissionRow, insertCommissions, lockEarnings } from '../commission.queries.js'
import { dropLead, usedInvoices } from '../manual/manual-commission.queries.js'
import type { PartnerRef } from '../pending-earnings.queries.js'
import { holdSuspected } from '../status-changes.queries.js'
import { dropPendingEarnings, saleAround } from './imported-commission.queries.js'

export type ImportedProfile = Pick<Customer, 'externalId' | 'name' | 'email' | 'avatar' | 'country' | 'stripeCustomerId'>

export interface ImportedCustomer {
  /** The partner of the link; null if it has none. */
  partner: PartnerRef | null
  profile: ImportedProfile
  linkId: string
  /** When the customer followed the link, and when it signed up. */
  clickedAt: Date
  leadAt: Date
}

/** Records a customer with the click and the lead by which a link referred it. Returns the id of the customer. */
export async function importCustomer(scope: WorkspaceScope, customer: ImportedCustomer): Promise<string> {
  return (await record(scope, customer, [])).id
}

export interface ImportedCommission extends ImportedCustomer {
  partner: PartnerRef
  /** Id of the sale in the other system, unique in the program. */
  invoiceId: string
  /** Smallest units of the currency. */
  amount: number
  earnings: number
  currency: string
  /** That of the sale if absent. */
  earningsCurrency?: string | undefined
  status: Extract<CommissionStatus, 'pending' | 'paid' | 'canceled' | 'refunded' | 'fraud'>
  soldAt: Date
}

/**
 * Records the sale of a customer and its commission as the other system computed it. Pending ones are paid out here. Throws for a sale that
 * is known here.
 */
export async function importCommission(scope: WorkspaceScope, commission: ImportedCommission): Promise<string> {
  const { partner, invoiceId, currency, earningsCurrency = currency, soldAt } = commission
  const { programId } = partner
  await lockEarnings(scope, [partner])
  const amount = await requireUnknownSale(scope, programId, { ...commission, externalId: commission.profile.externalId })
  const { amount: earnings } = await toDollars(scope, { amount: commission.earnings, currency: earningsCurrency })
  const eventId = newClickId(soldAt.getTime())
  const sale = { eventId, amount: commission.amount, currency, invoiceId, paymentProcessor: 'custom' as const, metadata: null }
  const customer = await record(scope, commission, [sale])
  await dropPendingEarnings(scope, [partner], [eventId])
  const row = commissionRow(scope, commission, { amount, earnings, customerId: customer.id, eventId })
  await insertImported(scope, [row])
  return row.id
}

/** Inserts imported commissions. Pending ones are aggregated, unless the partner or the customer is suspected of fraud. */
export async function insertImported(scope: WorkspaceScope, rows: readonly CommissionRow[]): Promise<void> {
  await insertCommissions(scope, rows)
  const pending = rows.filter(({ status }) => status === 'pending')
  await holdSuspected(
    scope,
    pending.map(({ id }) => id),
  )
  for (const programId of new Set(pending.map((row) => row.program_id))) scope.enqueue(aggregatePayoutsJob, { programId })
}

/** The commission of an imported sale. Amounts are cents of a dollar. */
export function commissionRow(
  scope: WorkspaceScope,
  { partner, status, linkId, invoiceId, soldAt }: Pick<ImportedCommission, 'partner' | 'status' | 'linkId' | 'invoiceId' | 'soldAt'>,
  { amount, earnings, customerId, eventId }: { amount: number; earnings: number; customerId: string; eventId: string },
): CommissionRow {
  return {
    id: newId('cm_', soldAt.getTime()),
    program_id: partner.programId,
    partner_id: partner.partnerId,
    type: 'sale',
    status,
    amount,
    earnings,
    quantity: 1,
    currency: 'usd',
    event_amount: amount,
    event_earnings: earnings,
    refunded_amount: 0,
    reward_id: null,
    link_id: linkId,
    customer_id: customerId,
    user_id: scope.actor.user.id,
    event_id: eventId,
    invoice_id: invoiceId,
    description: null,
    metadata: null,
    applied_reward: null,
    created_at: soldAt,
    recorded_at: null,
    updated_at: scope.now(),
  }
}

/**
 * Throws if a commission or a sale has the invoice, or if the customer has a sale of that amount within an hour, which was tracked here
 * then. Returns the amount in cents of a dollar.
 */
export async function requireUnknownSale(
  scope: WorkspaceScope,
  programId: string,
  sale: Pick<ImportedCommission, 'invoiceId' | 'amount' | 'currency' | 'soldAt'> & { externalId: string },
): Promise<number> {
  const { invoiceId, externalId, soldAt } = sale
  if ((await usedInvoices(scope, programId, [invoiceId])).has(invoiceId)) throw commissionOfInvoiceExists(invoiceId)
  const { amount } = await toDollars(scope, sale)
  const tracked = await saleAround(scope, externalId, amount, soldAt)
  if (tracked) throw commissionOfInvoiceExists(tracked)
  return amount
}

async function record(scope: WorkspaceScope, input: ImportedCustomer, sales: readonly ManualSale[]): Promise<Customer> {
  const { profile } = input
  const { customer, lead } = await recordManualConversion(scope, { ...leadOf(input), sales, isHistoric: true })
  if (lead.isNew && input.partner) await dropLead(scope, input.partner, lead.id)
  if (profile.stripeCustomerId) await setStripeCustomerId(scope, customer.id, profile.stripeCustomerId)
  return customer
}

/** The lead of an imported customer, with a click shortly before at the latest. */
export function leadOf({ profile, linkId, clickedAt, leadAt }: ImportedCustomer): HistoricLead {
  const at = Math.min(clickedAt.getTime(), leadAt.getTime() - minutes(1))
  return { customer: profile, linkId, clickId: newClickId(at), leadName: 'Sign up', leadAt }
}
