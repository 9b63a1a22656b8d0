/** States of payouts: which operation leads from which status to which. */

export const payoutStatuses = ['pending', 'processing', 'processed', 'sent', 'completed', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const payoutTransitions = {
  /** Selected to be paid; an invoice exists. */
  confirm: { pending: 'processing' },
  /** The confirmation is withdrawn before money left, or after it came back. */
  withdraw: { processing: 'pending', failed: 'pending' },
  /** The money is reserved, and waits for the minimum of the payout method or for the partner. */
  reserve: { processing: 'processed' },
  /** The provider accepted the transfer. */
  send: { processing: 'sent', processed: 'sent' },
  /** The money arrived, or an external system acknowledged the payout. */
  complete: { processing: 'completed', processed: 'completed', sent: 'completed' },
  /** An external system acknowledged the payout after its delivery had failed. */
  recover: { failed: 'completed' },
  fail: { processing: 'failed', processed: 'failed', sent: 'failed' },
  /** The money came back. */
  return: { sent: 'failed', completed: 'failed' },
  retry: { failed: 'processing' },
  /** The partner was banned. */
  cancel: { pending: 'canceled' },
  /** The partner was unbanned. */
  restore: { canceled: 'pending' },
} as const satisfies Record<string, Partial<Record<PayoutStatus, PayoutStatus>>>

export type PayoutOperation = keyof typeof payoutTransitions

/** The status after the operation, or null if it is not allowed. */
export const nextPayoutStatus = (status: PayoutStatus, operation: PayoutOperation): PayoutStatus | null =>
  (payoutTransitions[operation] as Partial<Record<PayoutStatus, PayoutStatus>>)[status] ?? null

/** Commissions of the payout may change and leave it. */
export const isPayoutMutable = (status: PayoutStatus) => status === 'pending' || status === 'canceled'

/** The commissions of the payout count as paid. */
export const isPaidOut = (status: PayoutStatus) => status === 'sent' || status === 'completed'
