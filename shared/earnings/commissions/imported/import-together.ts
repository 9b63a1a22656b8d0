/** Imports many customers or commissions with few statements. What is unusual about one of them is left to the import one by one. */
import type { WorkspaceScope } from '../../../accounts/index.js'
import { setStripeCustomerIds } from '../../../customers/index.js'
import type { ServiceError } from '../../../kernel/errors.js'
import { newClickId } from '../../../kernel/ids.js'
import { hours } from '../../../kernel/time.js'
import {
  type ConvertedMoney,
  dollarConverter,
  type HistoricSale,
  recordHistoricLeads,
  recordHistoricSales,
} from '../../../tracking/index.js'
import { commissionOfInvoiceExists } from '../../errors.js'
import { lockEarnings } from '../commission.queries.js'
import { usedInvoices } from '../manual/manual-commission.queries.js'
import { commissionRow, type ImportedCommission, type ImportedCustomer, insertImported, leadOf } from './import-commission.js'
import { dropPendingEarnings, salesAround } from './imported-commission.queries.js'

/** Records new customers as `importCustomer` does. Returns the id of each by its external id; those that exist here are left out. */
export async function importCustomers(scope: WorkspaceScope, customers: readonly ImportedCustomer[]): Promise<Map<string, string>> {
  const recorded = await recordHistoricLeads(scope, customers.map(leadOf))
  const created = customers.flatMap(({ partner, profile }) => {
    const found = recorded.get(profile.externalId)
    return found ? [{ partner, id: found.customer.id, leadId: found.leadId, stripeCustomerId: profile.stripeCustomerId }] : []
  })
  const earning = created.flatMap(({ partner, leadId }) => (partner ? [{ partner, leadId }] : []))
  await dropPendingEarnings(
    scope,
    earning.map(({ partner }) => partner),
    earning.map(({ leadId }) => leadId),
  )
  await setStripeCustomerIds(scope, created)
  return new Map([...recorded].map(([externalId, { customer }]) => [externalId, customer.id]))
}

export interface CommissionOfCustomer extends Pick<
  ImportedCommission,
  'partner' | 'linkId' | 'invoiceId' | 'amount' | 'earnings' | 'currency' | 'earningsCurrency' | 'status' | 'soldAt'
> {
  customer: HistoricSale['customer']
}

/**
 * Records sales and commissions of customers who have a lead by the link, as `importCommission` does. Returns for each the id of the
 * commission or the error of a sale that is known here; null for those to import one by one.
 */
export async function importCommissions(
  scope: WorkspaceScope,
  commissions: readonly CommissionOfCustomer[],
): Promise<(string | ServiceError | null)[]> {
  await lockEarnings(
    scope,
    commissions.map(({ partner }) => partner),
  )
  const outcomes = await knownSales(scope, commissions)
  const toDollars = await dollarConverter(
    scope,
    commissions.flatMap(({ currency, earningsCurrency = currency }) => [currency, earningsCurrency]),
  )
  const sales = commissions.flatMap((commission, index) => {
    const { earnings, currency, earningsCurrency = currency } = commission
    const [money, earned] = [toDollars(commission), toDollars({ amount: earnings, currency: earningsCurrency })]
    return outcomes[index] === undefined && money && earned ? [saleOf(commission, index, money, earned.amount)] : []
  })
  const recorded = await recordHistoricSales(scope, sales)
  const stored = sales.filter(({ sale }) => recorded.has(sale.eventId))
  await dropPendingEarnings(
    scope,
    stored.map(({ commission }) => commission.partner),
    [...recorded],
  )
  const rows = stored.map(({ commission, customer, sale, money, earnings, index }) => {
    const row = commissionRow(scope, commission, { amount: money.amount, earnings, customerId: customer.id, eventId: sale.eventId })
    outcomes[index] = row.id
    return row
  })
  await insertImported(scope, rows)
  return outcomes.map((outcome) => outcome ?? null)
}

interface SaleOfCommission extends HistoricSale {
  index: number
  commission: CommissionOfCustomer
  earnings: number
}

function saleOf(commission: CommissionOfCustomer, index: number, money: ConvertedMoney, earnings: number): SaleOfCommission {
  const { customer, linkId, amount, currency, invoiceId, soldAt } = commission
  const eventId = newClickId(soldAt.getTime())
  const sale = { eventId, amount, currency, invoiceId, paymentProcessor: 'custom' as const, metadata: null }
  return { customer, linkId, sale, money, index, commission, earnings }
}

/**
 * What `requireUnknownSale` finds, for many sales: the error of those whose invoice is used. Null for those that might be a sale which was
 * tracked here, or which is among the others, or whose currency is unknown; undefined for new ones.
 */
export async function knownSales(
  scope: WorkspaceScope,
  sales: readonly Pick<CommissionOfCustomer, 'partner' | 'customer' | 'invoiceId' | 'amount' | 'currency' | 'soldAt'>[],
): Promise<(string | ServiceError | null | undefined)[]> {
  const [first] = sales
  if (!first) return []
  const used = await usedInvoices(
    scope,
    first.partner.programId,
    sales.map(({ invoiceId }) => invoiceId),
  )
  const toDollars = await dollarConverter(
    scope,
    sales.map(({ currency }) => currency),
  )
  const compared = sales.map((sale, number) => {
    return { number, customerId: sale.customer.id, amount: toDollars(sale)?.amount ?? null, at: sale.soldAt }
  })
  const tracked = await salesAround(scope, compared)
  const isRepeated = repetitionFinder()
  return sales.map(({ invoiceId, customer, soldAt }, index) => {
    if (used.has(invoiceId)) return commissionOfInvoiceExists(invoiceId)
    const isAmongOthers = isRepeated(invoiceId, `${customer.id} ${compared[index]?.amount}`, soldAt.getTime())
    return isAmongOthers || tracked.has(index) || compared[index]?.amount === null ? null : undefined
  })
}

/** Whether an earlier sale has the invoice, or is of the same customer and amount within an hour. */
function repetitionFinder() {
  const invoices = new Set<string>()
  const times = new Map<string, number[]>()
  return (invoiceId: string, sale: string, at: number): boolean => {
    const earlier = times.get(sale) ?? []
    const isRepeated = invoices.has(invoiceId) || earlier.some((time) => Math.abs(time - at) <= hours(1))
    invoices.add(invoiceId)
    times.set(sale, [...earlier, at])
    return isRepeated
  }
}
