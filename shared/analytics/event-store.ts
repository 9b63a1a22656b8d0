/** Interface between analytics and the store of events. `postgres/` and `clickhouse/` implement it. */
import type { Attribute } from '../rollups/index.js'
import { type ClickRow, type ConversionRow, type SaleRow, publicClickColumns } from '../tracking/index.js'
import type { MetadataQuery } from './metadata-query.js'

export const eventKinds = ['clicks', 'leads', 'sales'] as const
export type EventKind = (typeof eventKinds)[number]

/** Matches one of the values or, with `negated`, none of them. Never empty. */
export interface ValueFilter {
  values: readonly string[]
  negated: boolean
}

export interface AttributeFilter extends ValueFilter {
  attribute: Attribute
}

/** Matched case-insensitively, because callers write `us`, `mobile` or `ios`. */
export const caseInsensitive: ReadonlySet<Attribute> = new Set(['continent', 'country', 'region', 'device', 'browser', 'os', 'trigger'])

/** Current properties of the link, not those at the time of the event. */
export type LinkField =
  | 'domain'
  | 'key'
  | 'folderId'
  | 'tagId'
  | 'tenantId'
  | 'programId'
  | 'partnerId'
  | 'groupId'
  | 'partnerTagId'
  /** `true` for links with a password and those that the operator banned. */
  | 'hidesDestination'

export interface LinkFilter extends ValueFilter {
  field: LinkField
}

/** Matches every link, as all have a domain: leaves out events of deleted links. */
export const existingLinks: LinkFilter = { field: 'domain', values: [''], negated: true }

/** The events that a query is about. Instants are in milliseconds; `to` is exclusive. */
export interface Selection {
  /** The workspaces whose events are meant, at least one. */
  workspaceIds: readonly string[]
  from: number
  to: number
  attributes: readonly AttributeFilter[]
  links: readonly LinkFilter[]
  /** Leads and sales of this customer, and the clicks that they came from. */
  customerId?: string | undefined
  /** Applies to sales only. */
  saleType?: 'new' | 'recurring' | undefined
  /** Counts unique visitors instead of clicks, each once per group. Only for clicks. */
  unique?: boolean | undefined
  /** Applies to leads and sales: clicks have no metadata. */
  metadata?: MetadataQuery | undefined
}

/** How events are grouped. `starts` are the instants at which the rows of a time series begin. Clicks have no event name. */
export type Grouping =
  | { by: 'nothing' }
  | { by: 'time'; starts: readonly number[] }
  | { by: 'attributes'; attributes: readonly Attribute[] }
  | { by: 'link'; field: LinkField }
  | { by: 'eventName' }

/** `saleAmount` is in cents. Refunds are subtracted from it; a fully refunded sale is also subtracted from `sales`. */
export type Measure = EventKind | 'saleAmount'

/** `key` contains the values of the group, the index of the time series row, or nothing. `counts` has the measures of the requested kinds. */
export interface GroupCounts {
  key: readonly string[]
  counts: Partial<Record<Measure, number>>
}

const conversionColumns = [
  'id',
  'timestamp',
  'link_id',
  'click_id',
  'workspace_id',
  'clicked_at',
  'customer_id',
  'event_name',
  'metadata',
  ...publicClickColumns,
] as const

/** The columns that a list reads, including those of the click. Rows have about twice as many. */
export const listedColumns = {
  clicks: ['id', 'timestamp', 'workspace_id', 'link_id', ...publicClickColumns],
  leads: conversionColumns,
  sales: [...conversionColumns, 'amount', 'currency', 'invoice_id', 'payment_processor'],
} as const satisfies Record<EventKind, readonly string[]>

export interface StoredEvents {
  clicks: Pick<ClickRow, (typeof listedColumns.clicks)[number]>
  leads: Pick<ConversionRow, (typeof listedColumns.leads)[number]>
  sales: Pick<SaleRow, (typeof listedColumns.sales)[number]>
}

/** Position of an event in chronological order. */
export interface EventCursor {
  at: number
  id: string
}

export interface EventPage {
  limit: number
  ascending: boolean
  /** The page starts at an offset, or after an event. */
  from: { offset: number } | { after: EventCursor }
  /** Restricts the page to these ids. */
  ids?: readonly string[]
  /** Leaves out events of deleted links. */
  ofExistingLinks?: boolean
}

export interface EventStore {
  /** Clicks among which unique visitors can be counted by this grouping. Infinity: any number. */
  maxClicksForUnique(by: Grouping['by']): number
  /**
   * At most `limit` groups, the largest first. Groups with an unknown value and groups whose measures are all zero are left out. Groups are
   * ordered by clicks, then leads, then sale amount; groups of a link property by sale amount first.
   */
  count(kinds: readonly EventKind[], selection: Selection, grouping: Grouping, limit: number): Promise<GroupCounts[]>
  /** Events by time, newest first unless `ascending`. Refunds are not listed: they belong to their sale. */
  list<Kind extends EventKind>(kind: Kind, selection: Selection, page: EventPage): Promise<StoredEvents[Kind][]>
}
