/** Kinds of suspicion, one rule each. */

/** About a customer whose conversion earned a commission. */
export const customerTypes = ['customerEmailMatch', 'customerEmailSuspiciousDomain', 'referralSourceBanned', 'paidTrafficDetected'] as const

/** About the partner itself: all its commissions are held. */
export const partnerTypes = ['partnerCrossProgramBan', 'partnerDuplicateAccount'] as const

export const fraudTypes = [...customerTypes, ...partnerTypes] as const
export type CustomerFraudType = (typeof customerTypes)[number]
export type FraudType = (typeof fraudTypes)[number]
