/** States of commissions: which operation leads from which status to which. */

export const commissionTypes = ['click', 'lead', 'sale', 'referral', 'custom'] as const
export type CommissionType = (typeof commissionTypes)[number]

export const commissionStatuses = ['pending', 'processed', 'paid', 'refunded', 'duplicate', 'fraud', 'canceled', 'hold'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]

/** Statuses whose earnings count towards a spend limit. */
export const spendingStatuses: readonly CommissionStatus[] = ['pending', 'processed', 'paid', 'hold']

/** Statuses that a user may set. */
export const settableStatuses = ['pending', 'refunded', 'duplicate', 'canceled', 'fraud'] as const satisfies CommissionStatus[]
export type SettableStatus = (typeof settableStatuses)[number]

const settable = ['pending', 'processed', 'hold', 'refunded', 'duplicate', 'fraud', 'canceled'] as const
const fromAll = <To extends CommissionStatus>(statuses: readonly CommissionStatus[], to: To) =>
  Object.fromEntries(statuses.filter((status) => status !== to).map((status) => [status, to]))

/**
 * Operations are allowed from the listed statuses only. Commissions in a payout can be changed only while the payout is pending or canceled
 * (`isPayoutMutable`), except by `pay` and `unpay`.
 */
export const commissionTransitions = {
  /** Added to a payout. */
  aggregate: { pending: 'processed' },
  /** The payout was sent. */
  pay: { processed: 'paid' },
  /** The money of the payout came back. */
  unpay: { paid: 'processed' },
  /** Suspected fraud. */
  hold: { pending: 'hold', processed: 'hold' },
  release: { hold: 'pending' },
  /** The partner was banned. */
  ban: { pending: 'canceled', hold: 'canceled', processed: 'canceled' },
  /** The partner was unbanned; the commission had left its payout. */
  unban: { canceled: 'pending' },
  /** The partner was unbanned; the commission is still in its payout. */
  restore: { canceled: 'processed' },
  /** The sale was refunded in full. */
  refund: { pending: 'refunded', processed: 'refunded', hold: 'refunded' },
  /** A full refund was reversed. */
  reinstate: { refunded: 'pending' },
  setPending: fromAll(settable, 'pending'),
  setRefunded: fromAll(settable, 'refunded'),
  setDuplicate: fromAll(settable, 'duplicate'),
  setCanceled: fromAll(settable, 'canceled'),
  setFraud: fromAll(settable, 'fraud'),
} as const satisfies Record<string, Partial<Record<CommissionStatus, CommissionStatus>>>

export type CommissionOperation = keyof typeof commissionTransitions

/** The status after the operation, or null if it is not allowed. */
export const nextCommissionStatus = (status: CommissionStatus, operation: CommissionOperation): CommissionStatus | null =>
  (commissionTransitions[operation] as Partial<Record<CommissionStatus, CommissionStatus>>)[status] ?? null

/** The statuses from which the operation is allowed. */
export const statusesBefore = (operation: CommissionOperation) => Object.keys(commissionTransitions[operation]) as CommissionStatus[]

export const settingOperations = {
  pending: 'setPending',
  refunded: 'setRefunded',
  duplicate: 'setDuplicate',
  canceled: 'setCanceled',
  fraud: 'setFraud',
} as const satisfies Record<SettableStatus, CommissionOperation>
