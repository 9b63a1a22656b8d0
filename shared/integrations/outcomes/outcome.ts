/** What an event of any provider can mean here. */

/** Somebody, by all that the provider says of them. The first that leads to somebody we know counts, in this order. */
export interface Person {
  clickId?: string | undefined
  /** The caller's own id, from metadata. */
  externalId?: string | undefined
  /** The provider's id. */
  providerId?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

export interface SaleOutcome {
  kind: 'sale'
  person: Person
  /** What is credited, in the currency's smallest unit: without taxes where the provider tells them apart. */
  amount: number
  /** What was paid in all; refunds are told as parts of it. */
  gross: number
  currency: string
  /** What makes it one sale however often, and by whichever event, it is told. */
  invoiceId: string
  /** Further ids by which a refund may name it. */
  references: string[]
  eventName: string
}

export interface LeadOutcome {
  kind: 'lead'
  person: Person
  eventName: string
}

export interface RefundOutcome {
  kind: 'refund'
  /** Names of the sale; the first that is known counts. */
  references: string[]
  /** What makes it one refund however often it is told. */
  refundId: string
  /** Nothing may have been sold at all, and then there is nothing to wait for. */
  isOptional?: boolean
  /** What was given back, of the gross: by this refund, or with all before it. Undefined: all that is left. */
  amount?: number | { inAll: number } | undefined
}

/** What was given back came again, as when a dispute is won. */
export interface ReinstatementOutcome {
  kind: 'reinstatement'
  /** Names of the sale; the first that is known counts. */
  references: string[]
  /** What makes it one however often it is told. */
  reinstatementId: string
  /** The refund that it undoes, where the event says so: it must have been told before. */
  undoes?: string
  /** Of the gross. */
  amount: number
}

export type Outcome =
  | SaleOutcome
  | LeadOutcome
  | RefundOutcome
  | ReinstatementOutcome
  /** Further names of a sale. */
  | { kind: 'sale-references'; references: string[] }
  | { kind: 'customer'; person: Person }
  /** `isErasure`: somebody asked for their data to be deleted. */
  | { kind: 'customer-deleted'; person: Person; isErasure: boolean }
  | { kind: 'subscription-ended'; person: Person }
  /** The provider's side ended the connection. */
  | { kind: 'disconnected' }
  /** Understood, and nothing to do. */
  | { kind: 'nothing'; reason: string }

export const nothing = (reason: string): Outcome => ({ kind: 'nothing', reason })
