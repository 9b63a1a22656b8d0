/** Which page of events a query requests. */
import { clickIdTime, isClickId } from '../kernel/ids.js'
import type { EventsQuery } from './analytics-query.schema.js'
import { conflictingCursors, invalidCursor } from './errors.js'
import type { EventPage } from './event-store.js'

export interface PageRequest {
  page: EventPage
  /** The page is read in the opposite order, because it ends before a cursor. The caller has to reverse it. */
  isBackward: boolean
}

export function parsePageRequest({ page, limit, sortOrder, order, startingAfter, endingBefore }: EventsQuery): PageRequest {
  const ascending = sortOrder === 'asc' || order === 'asc'
  const cursors = [startingAfter, endingBefore].filter((cursor) => cursor !== undefined)
  if (cursors.length > 1 || (cursors.length > 0 && page > 1)) throw conflictingCursors()
  if (endingBefore !== undefined)
    return { page: { limit, ascending: !ascending, from: cursorOf('endingBefore', endingBefore) }, isBackward: true }
  return {
    page: {
      limit,
      ascending,
      from: startingAfter === undefined ? { offset: (page - 1) * limit } : cursorOf('startingAfter', startingAfter),
    },
    isBackward: false,
  }
}

/** The id contains the time of its event, so a cursor stays valid after its event is deleted. */
function cursorOf(field: string, id: string): EventPage['from'] {
  if (!isClickId(id)) throw invalidCursor(field)
  return { after: { at: clickIdTime(id), id } }
}
