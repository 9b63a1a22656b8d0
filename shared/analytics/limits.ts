/** Groups of one answer. */
export const mostGroups = 5000

/** Events on one page. */
export const largestEventPage = 1000
