/** Validation of pagination parameters, for lists with cursors. */

/** Further pages need a cursor, because an offset reads all the rows that it skips. */
export const maxPage = 1000

interface Pagination {
  startingAfter?: string | undefined
  endingBefore?: string | undefined
  sortBy?: string | undefined
  page?: number | undefined
}

/** The first violated pagination rule, or null. */
export function paginationError({ startingAfter, endingBefore, sortBy, page }: Pagination): { field: string; message: string } | null {
  const cursor = startingAfter !== undefined ? 'startingAfter' : endingBefore !== undefined ? 'endingBefore' : null
  if (startingAfter !== undefined && endingBefore !== undefined)
    return { field: 'endingBefore', message: 'Use either startingAfter or endingBefore, not both.' }
  if (cursor && sortBy !== undefined && sortBy !== 'createdAt') return { field: cursor, message: 'A cursor requires sortBy=createdAt.' }
  if (cursor && page !== undefined) return { field: 'page', message: 'Use either a cursor or page, not both.' }
  if (page !== undefined && page > maxPage)
    return { field: 'page', message: `page must not exceed ${maxPage}. Use startingAfter to read further.` }
  return null
}
