/** SQL condition: the commission counts as earned. Held, refunded, duplicate, fraudulent and canceled ones do not. */
export const isEarned = (table = 'commissions') => `${table}.status in ('pending', 'processed', 'paid')`
