/** States of fraud groups: which operation leads from which status to which. */

export const fraudGroupStatuses = ['pending', 'resolved', 'expired'] as const
export type FraudGroupStatus = (typeof fraudGroupStatuses)[number]

export const fraudGroupTransitions = {
  /** By a user, or because the partner was banned or rejected. */
  resolve: { pending: 'resolved' },
  /** Nothing new happened for a month. */
  expire: { pending: 'expired' },
} as const satisfies Record<string, Partial<Record<FraudGroupStatus, FraudGroupStatus>>>

export type FraudGroupOperation = keyof typeof fraudGroupTransitions

/** The status after the operation, or null if it is not allowed. */
export const nextGroupStatus = (status: FraudGroupStatus, operation: FraudGroupOperation): FraudGroupStatus | null =>
  (fraudGroupTransitions[operation] as Partial<Record<FraudGroupStatus, FraudGroupStatus>>)[status] ?? null
