/** The built-in provider: a user pays by the payout file of the invoice, and reports the result of each payout. */
export const manual = { name: 'manual' as const, title: 'Manual payment', method: null, transfers: null }
