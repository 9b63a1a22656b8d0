/** States of reports to the operator: which review leads from which status to which. */

export const fraudAlertStatuses = ['pending', 'confirmed', 'dismissed'] as const
export type FraudAlertStatus = (typeof fraudAlertStatuses)[number]

export const alertReviews = ['confirmed', 'dismissed'] as const
export type AlertReview = (typeof alertReviews)[number]

const transitions: Record<AlertReview, Partial<Record<FraudAlertStatus, FraudAlertStatus>>> = {
  confirmed: { pending: 'confirmed' },
  dismissed: { pending: 'dismissed' },
}

/** The status after the review, or null if the alert was reviewed before. */
export const nextAlertStatus = (status: FraudAlertStatus, review: AlertReview): FraudAlertStatus | null =>
  transitions[review][status] ?? null
