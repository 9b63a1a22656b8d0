/** The actions that provider events translate to. */

/** A customer as the provider identifies them. The fields are matched in this order; the first match wins. */
export interface Person {
  clickId?: string | undefined
  /** The workspace's own id of the customer, from metadata. */
  externalId?: string | undefined
  /** The provider's id of the customer. */
  providerId?: string | undefined
  email?: string | undefined
  name?: string | undefined
}

export interface SaleAction {
  kind: 'sale'
  person: Person
  /** Attributed amount in minor units, without taxes where the provider reports them separately. */
  amount: number
  /** Total paid amount. Refund amounts refer to it. */
  gross: number
  currency: string
  /** Identifies the sale across repeated and different events. */
  invoiceId: string
  /** Further ids by which a refund may reference it. */
  references: string[]
  /** Identifies the sale in the events of all connections to one shop, if `invoiceId` is that of one connection. */
  sharedId?: string | undefined
  /** The sale may happen again after its refund, which reinstates it once under this id. */
  reinstatementId?: string
  eventName: string
  /** The provider's id of the subscription that the sale begins or renews. */
  subscriptionId?: string | undefined
  /** Discount codes that the customer used. The partner of the first known one is credited if there is no click. */
  discountCodes?: string[]
  /** Two-letter code of the billing country. */
  country?: string | undefined
}

export interface LeadAction {
  kind: 'lead'
  person: Person
  eventName: string
  /** Only the customer is recorded, so that their later sales are attributed. */
  isDeferred?: boolean
}

export interface RefundAction {
  kind: 'refund'
  /** Ids of the sale; the first known one is used. */
  references: string[]
  /** Identifies the refund across repeated events. Empty if the event has no id: then its delivery identifies it. */
  refundId: string
  /** The refund id is unique within the sale only. */
  isWithinSale?: boolean
  /** The id under which earlier versions recorded the refund. */
  formerRefundId?: string
  /** There may be no sale at all, so an unknown sale is not waited for. */
  isOptional?: boolean
  /** Refunded part of the gross: by this refund alone, or cumulative with earlier ones. Undefined: the full remainder. */
  amount?: number | { cumulative: number } | undefined
}

/** A refunded amount was paid again, for example after a won dispute. */
export interface ReinstatementAction {
  kind: 'reinstatement'
  /** Ids of the sale; the first known one is used. */
  references: string[]
  /** Identifies the reinstatement across repeated events. */
  reinstatementId: string
  /** The refund that it reverses, if the event names one. It must have been recorded before. */
  reversedRefundId?: string
  /** Part of the gross. */
  amount: number
}

export type Action =
  | SaleAction
  | LeadAction
  | RefundAction
  | ReinstatementAction
  /** Further ids of a sale. */
  | { kind: 'sale-references'; references: string[] }
  | { kind: 'customer'; person: Person }
  /** `isErasure`: the customer requested the erasure of their data. */
  | { kind: 'customer-deleted'; person: Person; isErasure: boolean }
  | { kind: 'subscription-ended'; person: Person; subscriptionId?: string | undefined }
  /** A discount code can no longer be used, or the coupon of discounts was deleted. */
  | { kind: 'discount-code-removed'; code: string; at: Date | null }
  | { kind: 'coupon-removed'; couponId: string }
  /** The provider requires that the data of its shop is erased, some time after the connection ended. */
  | { kind: 'shop-erased' }
  /** The provider ended the connection. */
  | { kind: 'disconnected' }
  /** Supported event that changes nothing. */
  | { kind: 'none'; reason: string }

export const noAction = (reason: string): Action => ({ kind: 'none', reason })
