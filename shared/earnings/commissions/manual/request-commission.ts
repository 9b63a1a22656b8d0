import type { WorkspaceScope } from '../../../accounts/index.js'
import { requireCustomer } from '../../../customers/index.js'
import { newClickId, newId } from '../../../kernel/ids.js'
import { parseInstant } from '../../../kernel/parse-instant.js'
import { minutes } from '../../../kernel/time.js'
import { requireProgramId } from '../../../partners/index.js'
import { toDollars } from '../../../tracking/index.js'
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
import { createCommissionJob, importStripeInvoicesJob } from '../../jobs.js'
import type { CommissionCreation, CommissionToCreate, CreateCommission } from './create-commission.schema.js'
import type { ReadInvoices } from './import-stripe-invoices.js'
import { linkForCommission, usedInvoices } from './manual-commission.queries.js'

type EventCommission = Exclude<CreateCommission, { type: 'custom' }>
type EventToCreate = Extract<CommissionToCreate, { type: 'event' }>

/** Checks a manual commission and starts the job that creates it. */
export async function requestCommission(scope: WorkspaceScope, input: CreateCommission): Promise<CommissionCreation> {
  const partner = await partnerOf(scope, input.partnerId)
  if (isInvoiceImport(input)) {
    scope.enqueue(importStripeInvoicesJob, {
      ...partner,
      ...(await importTarget(scope, partner, input)),
      olderThan: null,
      newerThan: null,
      refunds: [],
    })
    return { success: true, message: 'The commissions are being created.' }
  }
  if (input.type !== 'custom') {
    scope.enqueue(createCommissionJob, await eventCommission(scope, partner, input))
    return { success: true, message: 'The commission is being created.' }
  }
  const { amount = 0, date, description } = input
  scope.enqueue(createCommissionJob, {
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

/**
 * Refuses an import of invoices for which Stripe is not connected or has none that is not recorded. Reads one page: whether older ones are
 * recorded, the job finds out.
 */
export async function checkInvoiceImport(scope: WorkspaceScope, input: CreateCommission, read: ReadInvoices): Promise<CreateCommission> {
  if (!isInvoiceImport(input)) return input
  const partner = await partnerOf(scope, input.partnerId)
  const { customer } = await importTarget(scope, partner, input)
  const page = await read(scope, customer.stripeCustomerId, {})
  if (!page) throw stripeNotConnected()
  const ids = page.invoices.map(({ invoiceId }) => invoiceId)
  const used = await usedInvoices(scope, partner.programId, ids)
  if (!page.hasMore && ids.every((id) => used.has(id))) throw noInvoicesToImport()
  return input
}

type ManualSale = Extract<CreateCommission, { type: 'sale' }>
type PartnerOfWorkspace = Pick<CommissionToCreate, 'workspaceId' | 'programId' | 'partnerId'>

const isInvoiceImport = (input: CreateCommission): input is ManualSale => input.type === 'sale' && input.importStripeInvoices === true

async function partnerOf(scope: WorkspaceScope, id: string): Promise<PartnerOfWorkspace> {
  const programId = requireProgramId(scope)
  const { partnerId } = await requireEnrolledPartner(scope, programId, id)
  return { workspaceId: scope.workspace.id, programId, partnerId }
}

/** The link and the customer of a lead or sale. */
async function targetOf(
  scope: WorkspaceScope,
  partner: PartnerOfWorkspace,
  input: EventCommission,
): Promise<Pick<EventToCreate, 'linkId' | 'customer'>> {
  if (Boolean(input.customerId) === Boolean(input.customer)) throw customerOrIdRequired()
  const linkId = await linkForCommission(scope, partner, input.linkId ?? null)
  if (linkId === null) throw input.linkId ? linkOfPartnerNotFound(input.linkId) : partnerWithoutLinks(partner.partnerId)
  return { linkId, customer: await customerOf(scope, input) }
}

async function importTarget(scope: WorkspaceScope, partner: PartnerOfWorkspace, input: ManualSale) {
  const { linkId, customer } = await targetOf(scope, partner, input)
  const { date, sale, saleAmount, saleEventDate, invoiceId, productId } = input
  if (date ?? sale ?? saleAmount ?? saleEventDate ?? invoiceId ?? productId) throw manualSaleWithImport()
  const { stripeCustomerId } = customer
  if (!stripeCustomerId) throw stripeCustomerMissing()
  return { linkId, customer: { ...customer, stripeCustomerId } }
}

async function eventCommission(scope: WorkspaceScope, partner: PartnerOfWorkspace, input: EventCommission): Promise<EventToCreate> {
  const target = await targetOf(scope, partner, input)
  const at = instantOf(scope, input.date ?? (input.type === 'lead' ? input.leadEventDate : input.saleEventDate))
  return {
    type: 'event',
    ...partner,
    ...target,
    clickId: newClickId(at.getTime() - minutes(5)),
    leadName: (input.type === 'lead' && (input.lead?.eventName || input.leadEventName)) || 'Sign up',
    leadMetadata: input.type === 'lead' ? (input.lead?.metadata ?? null) : null,
    leadAt: at.toISOString(),
    sales: input.type === 'sale' ? [await saleOf(scope, partner.programId, input, at)] : [],
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

async function saleOf(scope: WorkspaceScope, programId: string, input: ManualSale, at: Date): Promise<EventToCreate['sales'][number]> {
  const { sale, productId } = input
  const invoiceId = sale?.invoiceId || input.invoiceId || null
  if (invoiceId && (await usedInvoices(scope, programId, [invoiceId])).has(invoiceId)) throw commissionOfInvoiceExists(invoiceId)
  const money = { amount: sale?.amount ?? input.saleAmount ?? 0, currency: sale?.currency ?? 'usd' }
  // Refuses a currency without a rate. The job converts.
  await toDollars(scope, money)
  return {
    eventId: newClickId(at.getTime()),
    ...money,
    invoiceId,
    paymentProcessor: sale?.paymentProcessor ?? 'custom',
    metadata: productId ? { productId, ...sale?.metadata } : (sale?.metadata ?? null),
    eventName: sale?.eventName || undefined,
  }
}

const instantOf = (scope: WorkspaceScope, text: string | null | undefined): Date =>
  (text ? parseInstant(text, scope.now()) : null) ?? scope.now()
