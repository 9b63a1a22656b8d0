/**
 * Payment of payouts, which `earnings` collects. A confirmation creates an invoice and sets payouts to processing; each is then paid by a
 * provider behind one interface: a user pays by a payout file and reports the results (`manual`), Stripe Connect, PayPal, or an external
 * system that gets the webhook event `payout.confirmed`.
 *
 * A transfer is one attempt to pay a payout through a provider, with an idempotency key of its own. It is stored before the request to the
 * provider, and repeated with the same key until the outcome is known; only a transfer that certainly failed is followed by another one. So
 * money leaves once, wherever a process dies. The statuses of payouts and transfers are tables of pure modules; commissions are paid and
 * unpaid in the transaction that changes their payout.
 */
export {
  connectPaypalBodySchema,
  connectProvider,
  connectStripeBodySchema,
  DisconnectedProvider,
  disconnectProvider,
  listPayoutProviders,
  prepareConnection,
  PayoutProviderSchema,
  ProviderParams,
} from './accounts/connect-provider.js'
export { confirmPayouts } from './confirm/confirm-payouts.js'
export {
  confirmPayoutsBodySchema,
  ConfirmedPayoutsSchema,
  countEligiblePayoutsQuerySchema,
  EligiblePayoutCount,
  EligiblePayoutSchema,
  eligiblePayoutsQuerySchema,
} from './confirm/confirm.schema.js'
export { countEligiblePayouts, listEligiblePayouts } from './confirm/list-eligible.js'
export { externalAttemptCanceled, payoutChanged } from './events.js'
export { applyExternalDelivery } from './external/apply-external-delivery.js'
export { paysExternallySql } from './external/external.queries.js'
export { ConfirmedPayoutSchema } from './external/confirmed-payout.schema.js'
export { getInvoicesQuerySchema, InvoiceParams, InvoiceSchema } from './invoices/invoice.schema.js'
export { invoicePage } from './invoices/invoice-page.js'
export { getInvoice, listInvoices } from './invoices/list-invoices.js'
export { payoutFile } from './invoices/payout-file.js'
export { applyExternalDeliveryJob, applyProviderWebhookJob, exportPayoutsJob, sendTransfersJob } from './jobs.js'
export { providerWebhookRate } from './limits.js'
export { countPayouts } from './list/count-payouts.js'
export { exportPayouts, exportPayoutsQuerySchema, runPayoutExport } from './list/export-payouts.js'
export { getPayout, listPayouts } from './list/list-payouts.js'
export { countPayoutsQuerySchema, getPayoutsQuerySchema, PayoutCount, PayoutParams, PayoutSchema } from './list/payout.schema.js'
export { remindPartners, remindWorkspaces } from './reminders/send-payout-reminders.js'
export { notifyPayout } from './notify/notify-payout.js'
export {
  DeletedPayoutSettings,
  deletePayoutSettings,
  getPayoutSettings,
  PayoutSettingsParams,
  PayoutSettingsSchema,
  putPayoutSettings,
  putPayoutSettingsBodySchema,
} from './settings/partner-payout-settings.js'
export { reportFailed, reportFailedBodySchema, reportPaid, reportPaidBodySchema } from './status/report-payout.js'
export { retryPayout } from './status/retry-payout.js'
export { withdrawPayout } from './status/withdraw-payout.js'
export {
  applyProviderWebhook,
  PayoutWebhookParams,
  type PayoutWebhookScope,
  ReceivedPayoutWebhook,
  receivedPayoutWebhookSchema,
  receivePayoutWebhook,
  requirePayoutAccount,
  verifyPayoutWebhook,
} from './transfers/receive-provider-webhook.js'
export { sendTransfers } from './transfers/send-transfers.js'
export { hasDueTransfers } from './transfers/transfer.queries.js'
export { moveSettingsOfMergedPartner } from './settings/move-settings-of-merged-partner.js'
