/**
 * What analytics asks of wherever the events lie. PostgreSQL answers by default (`postgres/`); a column store takes over by answering the
 * same questions.
 */
import { type Attribute, type ClickRow, type ConversionRow, type SaleRow, shownOfClick } from '../tracking/index.js'
import type { MetadataQuery } from './metadata-query.js'

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
  workspaceId: string
  from: number
  to: number
  attributes: readonly AttributeFilter[]
  links: readonly LinkFilter[]
  /** What this customer did, and the clicks that led to it. */
  customerId?: string | undefined
  /** Concerns sales only. */
  saleType?: 'new' | 'recurring' | undefined
  /** Counts visitors instead of clicks, each once in every group. Asked of clicks alone. */
  unique?: boolean | undefined
  /** Concerns leads and sales: clicks have no metadata. */
  metadata?: MetadataQuery | undefined
}

/**
 * What events are counted by: nothing, spans of time that begin at these instants, attributes of theirs, a property of their link, their
 * name, which clicks have none of.
 */
export type Grouping =
  | { by: 'nothing' }
  | { by: 'time'; starts: readonly number[] }
  | { by: 'attributes'; attributes: readonly Attribute[] }
  | { by: 'link'; field: LinkField }
  | { by: 'eventName' }

/** `saleAmount` is cents. A refund takes its amount from it, and the sale from `sales` when nothing is left. */
export type Measure = EventKind | 'saleAmount'

/** `key` holds the values of the group; for time, the number of the span; for nothing, nothing. Counts are those of the kinds asked. */
export interface Counted {
  key: readonly string[]
  counts: Partial<Record<Measure, number>>
}

const ofConversion = [
  'id',
  'timestamp',
  'link_id',
  'click_id',
  'clicked_at',
  'customer_id',
  'event_name',
  'metadata',
  ...shownOfClick,
] as const

/** What is listed of events of each kind, with what is known of their click. Rows hold twice as much. */
export const listedColumns = {
  clicks: ['id', 'timestamp', 'link_id', ...shownOfClick],
  leads: ofConversion,
  sales: [...ofConversion, 'amount', 'currency', 'invoice_id', 'payment_processor'],
} as const satisfies Record<EventKind, readonly string[]>

export interface StoredEvents {
  clicks: Pick<ClickRow, (typeof listedColumns.clicks)[number]>
  leads: Pick<ConversionRow, (typeof listedColumns.leads)[number]>
  sales: Pick<SaleRow, (typeof listedColumns.sales)[number]>
}

/** An event's place in the order of time. */
export interface Place {
  at: number
  id: string
}

export interface EventPage {
  limit: number
  ascending: boolean
  /** Where the page begins: so many events further on, or behind an event. */
  from: { offset: number } | { behind: Place }
  /** Of these ids, where it is said. */
  only?: readonly string[]
}

export interface EventStore {
  /**
   * At most `limit` groups, the largest first; groups with an unknown value, or whose events come to nothing because they were given back,
   * are left out. Sales are large by their amount, several kinds by their clicks, or counted by a property of links by the amount.
   */
  count(kinds: readonly EventKind[], selection: Selection, grouping: Grouping, limit: number): Promise<Counted[]>
  /** Events by time, newest first unless `ascending`. Refunds are none: they belong to their sale. */
  list<Kind extends EventKind>(kind: Kind, selection: Selection, page: EventPage): Promise<StoredEvents[Kind][]>
}
