/** States of transfers: which operation leads from which state to which. */

export const transferStates = ['open', 'accepted', 'succeeded', 'failed', 'canceled'] as const
export type TransferState = (typeof transferStates)[number]

export const transferTransitions = {
  /** The provider has the order to pay. */
  accept: { open: 'accepted' },
  /** The money arrived. */
  succeed: { open: 'succeeded', accepted: 'succeeded' },
  /** The provider refused, or the money came back. */
  fail: { open: 'failed', accepted: 'failed', succeeded: 'failed' },
  /** Withdrawn before the first request to the provider. */
  cancel: { open: 'canceled' },
} as const satisfies Record<string, Partial<Record<TransferState, TransferState>>>

export type TransferOperation = keyof typeof transferTransitions

/** The state after the operation, or null if it is not allowed. */
export const nextTransferState = (state: TransferState, operation: TransferOperation): TransferState | null =>
  (transferTransitions[operation] as Partial<Record<TransferState, TransferState>>)[state] ?? null
