/**
 * What analytics asks of wherever the events lie. PostgreSQL answers by default (`postgres/`); a column store takes over by
 * answering the same questions.
 */
import type { Attribute, ClickRow } from '../tracking/index.js'

export const eventKinds = ['clicks', 'leads', 'sales'] as const
export type EventKind = (typeof eventKinds)[number]

/** One of the values; with `negated`, none of them. Never empty. */
export interface Values {
  values: readonly string[]
  negated: boolean
}

export interface AttributeFilter extends Values {
  attribute: Attribute
}

/** Properties of the links as they are now, not as they were when the event happened. */
export const linkFields = ['domain', 'key', 'folderId', 'tagId', 'tenantId', 'partnerId', 'groupId', 'partnerTagId'] as const
export type LinkField = (typeof linkFields)[number]

export interface LinkFilter extends Values {
  field: LinkField
}

/** Which events a question is about. Instants are milliseconds; `to` is the first that no longer belongs. */
export interface Selection {
  kind: EventKind
  workspaceId: string
  from: number
  to: number
  attributes: readonly AttributeFilter[]
  links: readonly LinkFilter[]
}

/** What events are counted by: nothing, spans of time that begin at these instants, attributes of theirs, a property of their link. */
export type Grouping = { by: 'nothing' } | { by: 'time'; starts: readonly number[] } | { by: 'attributes'; attributes: readonly Attribute[] } | { by: 'link'; field: LinkField }

/** `key` holds the values of the group; for time, the number of the span; for nothing, nothing. */
export interface Counted {
  key: readonly string[]
  count: number
}

/** An event with what is known of its click. */
export type StoredEvent = ClickRow

export interface EventStore {
  /** At most `limit` groups, the largest first; groups whose last value is unknown are left out. */
  count(selection: Selection, grouping: Grouping, limit: number): Promise<Counted[]>
  /** Events by time, newest first unless `ascending`. */
  list(selection: Selection, page: { offset: number; limit: number; ascending: boolean }): Promise<StoredEvent[]>
}
