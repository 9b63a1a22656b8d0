/** Which page of events a question is about. */
import { clickIdTime, isClickId } from '../kernel/ids.js'
import type { EventsQuery } from './analytics-query.schema.js'
import { cursorNotUnderstood, oneCursorOnly } from './errors.js'
import type { EventPage } from './event-store.js'

export interface PageAsked {
  page: EventPage
  /** The page before an event is read backwards. */
  isBackward: boolean
}

export function pageAsked({ page, limit, sortOrder, order, startingAfter, endingBefore }: EventsQuery): PageAsked {
  const ascending = sortOrder === 'asc' || order === 'asc'
  const cursors = [startingAfter, endingBefore].filter((one) => one !== undefined)
  if (cursors.length > 1 || (cursors.length > 0 && page > 1)) throw oneCursorOnly()
  if (endingBefore !== undefined)
    return { page: { limit, ascending: !ascending, from: behind('endingBefore', endingBefore) }, isBackward: true }
  return {
    page: { limit, ascending, from: startingAfter === undefined ? { offset: (page - 1) * limit } : behind('startingAfter', startingAfter) },
    isBackward: false,
  }
}

/** An id carries the time of its event, which therefore need not be there any more. */
function behind(field: string, id: string): EventPage['from'] {
  if (!isClickId(id)) throw cursorNotUnderstood(field)
  return { behind: { at: clickIdTime(id), id } }
}
