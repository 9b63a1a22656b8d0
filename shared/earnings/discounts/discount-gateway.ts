import type { InWorkspace } from '../../accounts/index.js'
import { discountProviderMissing } from '../errors.js'
import type { DiscountProvider } from './discount.schema.js'

export type ExternalProvider = Exclude<DiscountProvider, 'custom'>

/** What a customer gets. */
export interface DiscountTerms {
  /** Cents or a percentage, depending on the type. */
  amount: number
  type: 'flat' | 'percentage'
  /** Months; 0 for once, null for ever. */
  maxDuration: number | null
}

export interface CodeOrder {
  code: string
  /** Identifies the code at the provider, so that a repeated creation finds it. */
  linkId: string
  terms: DiscountTerms
  couponId: string | null
}

/** The account of a workspace at the system in which customers use discount codes. The domain `integrations` implements it. */
export interface DiscountGateway {
  /**
   * The coupon that codes of the discount use; null if the provider has none. Creates it, or checks that the given one exists and has the
   * terms. Throws `bad_request` if it does not fit.
   */
  coupon(order: { discountId: string; terms: DiscountTerms; couponId: string | null }): Promise<string | null>
  /** Makes a code valid. Repeating the call with the same link has no further effect. Returns whether the code was free. */
  createCode(order: CodeOrder): Promise<boolean>
  /** Deletes the coupon that `coupon` created for the discount. Has no effect if there is none. */
  endCoupon(discountId: string): Promise<void>
  /** Ends a code; with a link, only if the code was created for that link. Has no effect if there is no such code. */
  endCode(code: string, linkId?: string): Promise<void>
}

/** Null if the workspace has no active connection with a key. */
export type OpenDiscountGateway = (scope: InWorkspace, provider: ExternalProvider) => Promise<DiscountGateway | null>

/** The gateway of the provider. Throws `bad_request` without a connection. */
export async function requireDiscountGateway(
  scope: InWorkspace,
  provider: ExternalProvider,
  open: OpenDiscountGateway,
): Promise<DiscountGateway> {
  const gateway = await open(scope, provider)
  if (!gateway) throw discountProviderMissing(provider)
  return gateway
}
