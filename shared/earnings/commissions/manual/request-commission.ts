import type { WorkspaceScope } from '../../../accounts/index.js'
import { requireCustomer } from '../../../customers/index.js'
import { newClickId, newId } from '../../../kernel/ids.js'
import { parseInstant } from '../../../kernel/parse-instant.js'
import { inTransaction, isInTransaction } from '../../../kernel/scope.js'
import { minutes } from '../../../kernel/time.js'
import { requireProgramId } from '../../../partners/index.js'
import { requireEnrolledPartner } from '../../enrolments.queries.js'
import {
  commissionOfInvoiceExists,
  customerOrIdRequired,
  linkOfPartnerNotFound,
  manualSaleWithImport,
  noInvoicesToImport,
  partnerWithoutLinks,
  stripeCustomerMissing,
  stripeNotConnected,
} from '../../errors.js'
import { createCommissionJob } from '../../jobs.js'
import type { CommissionCreation, CommissionToCreate, CreateCommission } from './create-commission.schema.js'
import { linkForCommission, usedInvoices } from './manual-commission.queries.js'

type EventCommission = Exclude<CreateCommission, { type: 'custom' }>
type EventToCreate = Extract<CommissionToCreate, { type: 'event' }>

/** The paid invoices of a Stripe customer; null if Stripe is not connected. */
export type InvoicesOfCustomer = (
  stripeCustomerId: string,
) => Promise<readonly { invoiceId: string; amount: number; currency: string; paidAt: Date }[] | null>

/** Checks a manual commission and starts the job that creates it. */
export async function requestCommission(
  scope: WorkspaceScope,
  input: CreateCommission,
  invoicesOf: InvoicesOfCustomer,
): Promise<CommissionCreation> {
  const programId = requireProgramId(scope)
  const { partnerId } = await requireEnrolledPartner(scope, programId, input.partnerId)
  const partner = { workspaceId: scope.workspace.id, programId, partnerId }
  if (input.type !== 'custom') {
    await enqueue(scope, await eventCommission(scope, partner, input, invoicesOf))
    return { success: true, message: 'The commission is being created.' }
  }
  const { amount = 0, date, description } = input
  await enqueue(scope, {
    type: 'custom',
    ...partner,
    eventId: newId('evt_'),
    earnings: amount,
    description: description?.trim() || null,
    userId: scope.actor.user.id,
    at: instantOf(scope, date).toISOString(),
  })
  return { success: true, message: amount < 0 ? 'The clawback is being created.' : 'The commission is being created.' }
}

/** No transaction is open while another system answers, except for requests with an idempotency key. */
async function enqueue(scope: WorkspaceScope, commission: CommissionToCreate): Promise<void> {
  const work = async () => scope.enqueue(createCommissionJob, commission)
  await (isInTransaction(scope) ? work() : inTransaction(scope, work))
}

async function eventCommission(
  scope: WorkspaceScope,
  partner: Pick<CommissionToCreate, 'workspaceId' | 'programId' | 'partnerId'>,
  input: EventCommission,
  invoicesOf: InvoicesOfCustomer,
): Promise<EventToCreate> {
  if (Boolean(input.customerId) === Boolean(input.customer)) throw customerOrIdRequired()
  const linkId = await linkForCommission(scope, partner, input.linkId ?? null)
  if (linkId === null) throw input.linkId ? linkOfPartnerNotFound(input.linkId) : partnerWithoutLinks(partner.partnerId)
  const customer = await customerOf(scope, input)
  const event = { type: 'event' as const, ...partner, linkId, customer }
  if (input.type === 'sale' && input.importStripeInvoices)
    return { ...event, ...(await importedSales(scope, partner.programId, input, customer, invoicesOf)) }
  const at = instantOf(scope, input.type === 'lead' ? input.leadEventDate : input.saleEventDate)
  return {
    ...event,
    clickId: newClickId(at.getTime() - minutes(5)),
    leadName: (input.type === 'lead' && input.leadEventName) || 'Sign up',
    leadAt: at.toISOString(),
    sales: input.type === 'sale' ? [await saleOf(scope, partner.programId, input, at)] : [],
  }
}

/** One sale for each paid invoice that is not recorded yet, at the time of its payment. */
async function importedSales(
  scope: WorkspaceScope,
  programId: string,
  { saleAmount, saleEventDate, invoiceId, productId }: Extract<CreateCommission, { type: 'sale' }>,
  { stripeCustomerId }: EventToCreate['customer'],
  invoicesOf: InvoicesOfCustomer,
): Promise<Pick<EventToCreate, 'clickId' | 'leadName' | 'leadAt' | 'sales'>> {
  if (saleAmount ?? saleEventDate ?? invoiceId ?? productId) throw manualSaleWithImport()
  if (!stripeCustomerId) throw stripeCustomerMissing()
  const invoices = await invoicesOf(stripeCustomerId)
  if (!invoices) throw stripeNotConnected()
  const used = await usedInvoices(
    scope,
    programId,
    invoices.map((invoice) => invoice.invoiceId),
  )
  const unrecorded = invoices.filter((invoice) => !used.has(invoice.invoiceId)).toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
  const [first] = unrecorded
  if (!first) throw noInvoicesToImport()
  return {
    clickId: newClickId(first.paidAt.getTime() - minutes(5)),
    leadName: 'Sign up',
    leadAt: first.paidAt.toISOString(),
    sales: unrecorded.map(({ paidAt, ...invoice }) => ({
      ...invoice,
      eventId: newClickId(paidAt.getTime()),
      paymentProcessor: 'stripe',
      metadata: null,
    })),
  }
}

async function customerOf(scope: WorkspaceScope, { customerId, customer }: EventCommission): Promise<EventToCreate['customer']> {
  const { externalId, name, email, avatar, country, stripeCustomerId } = customerId
    ? await requireCustomer(scope, customerId)
    : (customer as NonNullable<typeof customer>)
  return {
    externalId,
    name: name ?? null,
    email: email ?? null,
    avatar: avatar ?? null,
    country: country ?? null,
    stripeCustomerId: stripeCustomerId ?? null,
  }
}

async function saleOf(
  scope: WorkspaceScope,
  programId: string,
  { saleAmount, invoiceId, productId }: Extract<CreateCommission, { type: 'sale' }>,
  at: Date,
) {
  if (invoiceId && (await usedInvoices(scope, programId, [invoiceId])).has(invoiceId)) throw commissionOfInvoiceExists(invoiceId)
  return {
    eventId: newClickId(at.getTime()),
    amount: saleAmount ?? 0,
    currency: 'usd',
    invoiceId: invoiceId || null,
    paymentProcessor: 'custom' as const,
    metadata: productId ? { productId } : null,
  }
}

const instantOf = (scope: WorkspaceScope, text: string | null | undefined): Date =>
  (text ? parseInstant(text, scope.now()) : null) ?? scope.now()
