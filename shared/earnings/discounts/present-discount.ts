import type { Discount } from './discount.entity.js'
import type { DiscountResponse } from './discount.schema.js'

export function presentDiscount(discount: Discount, partnersCount: number): DiscountResponse {
  const { id, amount, type, maxDuration, couponId, couponTestId, description, provider, autoProvisionEnabledAt } = discount
  return {
    id,
    amount,
    type,
    maxDuration: maxDuration ?? null,
    couponId: couponId ?? null,
    couponTestId: couponTestId ?? null,
    description: description ?? null,
    provider,
    autoProvisionEnabledAt: autoProvisionEnabledAt?.toISOString() ?? null,
    partnersCount,
  }
}
