import type { WorkspaceScope } from '../../../accounts/index.js'
import { requireCustomer } from '../../../customers/index.js'
import { newClickId, newId } from '../../../kernel/ids.js'
import { parseInstant } from '../../../kernel/parse-instant.js'
import { minutes } from '../../../kernel/time.js'
import { requireProgramId } from '../../../partners/index.js'
import { requireEnrolledPartner } from '../../enrolments.queries.js'
import {
  commissionOfInvoiceExists,
  customerOrIdRequired,
  linkOfPartnerNotFound,
  manualSaleWithImport,
  partnerWithoutLinks,
  stripeNotConnected,
} from '../../errors.js'
import { createCommissionJob } from '../../jobs.js'
import type { CommissionCreation, CommissionToCreate, CreateCommission } from './create-commission.schema.js'
import { isInvoiceUsed, linkForCommission } from './manual-commission.queries.js'

type EventCommission = Exclude<CreateCommission, { type: 'custom' }>

/** Checks a manual commission and starts the job that creates it. */
export async function requestCommission(scope: WorkspaceScope, input: CreateCommission): Promise<CommissionCreation> {
  const programId = requireProgramId(scope)
  const { partnerId } = await requireEnrolledPartner(scope, programId, input.partnerId)
  const partner = { workspaceId: scope.workspace.id, programId, partnerId }
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

async function eventCommission(
  scope: WorkspaceScope,
  partner: Pick<CommissionToCreate, 'workspaceId' | 'programId' | 'partnerId'>,
  input: EventCommission,
): Promise<CommissionToCreate> {
  if (Boolean(input.customerId) === Boolean(input.customer)) throw customerOrIdRequired()
  const linkId = await linkForCommission(scope, partner, input.linkId ?? null)
  if (linkId === null) throw input.linkId ? linkOfPartnerNotFound(input.linkId) : partnerWithoutLinks(partner.partnerId)
  const customer = await customerOf(scope, input)
  const at = instantOf(scope, input.type === 'lead' ? input.leadEventDate : input.saleEventDate)
  return {
    type: 'event',
    ...partner,
    linkId,
    customer,
    clickId: newClickId(at.getTime() - minutes(5)),
    leadName: (input.type === 'lead' && input.leadEventName) || 'Sign up',
    leadAt: at.toISOString(),
    sales: input.type === 'sale' ? [await saleOf(scope, partner.programId, input, at)] : [],
  }
}

async function customerOf(
  scope: WorkspaceScope,
  { customerId, customer }: EventCommission,
): Promise<Extract<CommissionToCreate, { type: 'event' }>['customer']> {
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
  { importStripeInvoices, saleAmount, saleEventDate, invoiceId, productId }: Extract<CreateCommission, { type: 'sale' }>,
  at: Date,
) {
  if (importStripeInvoices) {
    if (saleAmount ?? saleEventDate ?? invoiceId ?? productId) throw manualSaleWithImport()
    throw stripeNotConnected()
  }
  if (invoiceId && (await isInvoiceUsed(scope, programId, invoiceId))) throw commissionOfInvoiceExists(invoiceId)
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
