/** Rules that lists with cursors have in common. */

/** Behind it only cursors go on, as an offset reads all that it skips. */
export const lastPage = 1000

interface Paging {
  startingAfter?: string | undefined
  endingBefore?: string | undefined
  sortBy?: string | undefined
  page?: number | undefined
}

/** The first rule of pagination that is broken, in the order in which callers are told. */
export function pagingFault({ startingAfter, endingBefore, sortBy, page }: Paging): { field: string; message: string } | null {
  const cursor = startingAfter !== undefined ? 'startingAfter' : endingBefore !== undefined ? 'endingBefore' : null
  if (startingAfter !== undefined && endingBefore !== undefined)
    return { field: 'endingBefore', message: 'Either startingAfter or endingBefore, not both.' }
  if (cursor && sortBy !== undefined && sortBy !== 'createdAt')
    return { field: cursor, message: 'A cursor goes with sortBy=createdAt only.' }
  if (cursor && page !== undefined) return { field: 'page', message: 'Either a cursor or a page, not both.' }
  if (page !== undefined && page > lastPage)
    return { field: 'page', message: `Pages go up to ${lastPage}; use startingAfter for what lies behind.` }
  return null
}
