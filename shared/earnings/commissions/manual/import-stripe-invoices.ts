/**
 * Commissions for the paid Stripe invoices of a customer. Stripe lists the newest first, but earnings depend on earlier sales: steps of the
 * job walk to the oldest page and then back, recording a page each. The next step is enqueued in the transaction of the page, and refunds
 * what was paid back of it.
 */
import { type InWorkspace, membersToNotify, sendEmailJob, Workspace } from '../../../accounts/index.js'
import { newClickId } from '../../../kernel/ids.js'
import { isCompletedJob, noteCompletedJob } from '../../../kernel/queue/completed-jobs.queries.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../../kernel/scope.js'
import { minutes } from '../../../kernel/time.js'
import { refundUpTo } from '../../../tracking/index.js'
import { stripeNotConnected } from '../../errors.js'
import { importStripeInvoicesJob } from '../../jobs.js'
import { createCommission } from './create-commission.js'
import type { InvoiceImport } from './create-commission.schema.js'
import { usedInvoices } from './manual-commission.queries.js'

export interface PaidInvoice {
  invoiceId: string
  /** Smallest units of the currency, without taxes. */
  amount: number
  /** The part of the amount that was paid back. */
  refunded: number
  /** By which the webhook of the refund identifies it, too. */
  refundId: string
  currency: string
  paidAt: Date
}

export interface InvoicePage {
  /** Oldest first. */
  invoices: PaidInvoice[]
  /** Ids of the newest and the oldest invoice of the page, also of those that do not count; null for an empty page. */
  newest: string | null
  oldest: string | null
  /** Whether there are more invoices in the direction of reading. */
  hasMore: boolean
}

/** Reads invoices older than one, newer than another, or else the newest ones. Null if Stripe is not connected. */
export type ReadInvoices = (
  scope: InWorkspace,
  stripeCustomerId: string,
  from: { olderThan?: string | undefined; newerThan?: string | undefined },
) => Promise<InvoicePage | null>

/** Pages that a step passes on the way to the oldest one. */
const pagesPerStep = 10

/** Carries out one step, and enqueues the next one unless it was the last. A step that is delivered again does nothing. */
export async function importStripeInvoices(scope: JobScope, input: InvoiceImport, read: ReadInvoices): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, { id: input.workspaceId })
  if (!workspace || (await isCompletedJob(scope.em, scope.requestId))) return
  const inWorkspace = extendScope(scope, { workspace })
  await refund(inWorkspace, input)
  const readPage = async (from: Parameters<ReadInvoices>[2]) => {
    const page = await read(inWorkspace, input.customer.stripeCustomerId, from)
    if (!page) throw stripeNotConnected()
    return page
  }
  if (input.newerThan !== null) return recordPage(scope, input, await readPage({ newerThan: input.newerThan }))
  let { olderThan } = input
  for (let passed = 0; passed < pagesPerStep; passed++) {
    const page = await readPage({ olderThan: olderThan ?? undefined })
    if (!page.hasMore || page.oldest === null) return recordPage(scope, input, page)
    olderThan = page.oldest
  }
  await inTransaction(scope, async () => {
    if (await noteCompletedJob(scope.em, scope.requestId, scope.now())) scope.enqueue(importStripeInvoicesJob, { ...input, olderThan })
  })
}

async function recordPage(scope: JobScope, input: InvoiceImport, { invoices, newest }: InvoicePage): Promise<void> {
  const fork = forkScope(scope)
  await inTransaction(fork, async () => {
    if (!(await noteCompletedJob(fork.em, fork.requestId, fork.now()))) return
    const workspace = await fork.em.findOneOrFail(Workspace, { id: input.workspaceId })
    const inWorkspace = extendScope(fork, { workspace })
    const ids = invoices.map(({ invoiceId }) => invoiceId)
    const used = await usedInvoices(inWorkspace, input.programId, ids)
    const unrecorded = invoices.filter(({ invoiceId }) => !used.has(invoiceId))
    if (unrecorded.length > 0) await record(fork, input, unrecorded)
    const refunds = unrecorded.flatMap(({ invoiceId, refunded, refundId, amount }) => {
      return refunded > 0 ? [{ invoiceId, amount: Math.min(refunded, amount), refundId }] : []
    })
    if (newest !== null) fork.enqueue(importStripeInvoicesJob, { ...input, olderThan: null, newerThan: newest, refunds })
  })
}

/** Refunds the sales of the step before, which must be committed. Webhooks of the refunds may have been waiting for them. */
async function refund(scope: JobScope & InWorkspace, { refunds }: InvoiceImport): Promise<void> {
  for (const { invoiceId, amount: total, refundId = `refund of ${invoiceId}` } of refunds) {
    const fork = forkScope(scope)
    await inTransaction(fork, () => refundUpTo(fork, { invoiceId, total, refundId }))
  }
}

async function record(scope: JobScope, input: InvoiceImport, invoices: readonly PaidInvoice[]): Promise<void> {
  const { workspaceId, programId, partnerId, linkId, customer } = input
  const first = (invoices[0] as PaidInvoice).paidAt
  await createCommission(scope, {
    type: 'event',
    ...{ workspaceId, programId, partnerId, linkId, customer },
    clickId: newClickId(first.getTime() - minutes(5)),
    leadName: 'Sign up',
    leadAt: first.toISOString(),
    sales: invoices.map(({ invoiceId, amount, currency, paidAt }) => ({
      ...{ invoiceId, amount, currency },
      eventId: newClickId(paidAt.getTime()),
      paymentProcessor: 'stripe',
      metadata: null,
    })),
  })
}

/** Emails the owners that an import ended before its last invoice. */
export async function reportStoppedImport(scope: JobScope, { workspaceId, customer }: InvoiceImport, error: Error): Promise<void> {
  for (const to of await membersToNotify(scope, workspaceId, { roles: ['owner'] }))
    scope.enqueue(sendEmailJob, {
      to,
      subject: 'Stripe invoices could not be imported completely',
      text:
        `The import of the invoices of the Stripe customer ${customer.stripeCustomerId} stopped: ${error.message}\n\n` +
        'Invoices up to this point are recorded. Send the same request again to record the others.',
    })
}
