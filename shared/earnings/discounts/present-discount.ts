import type { Discount } from './discount.entity.js'
import type { DiscountResponse, OfferedDiscount } from './discount.schema.js'

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

export const presentOfferedDiscount = ({ id, amount, type, maxDuration, description }: Discount): OfferedDiscount => ({
  id,
  amount,
  type,
  maxDuration: maxDuration ?? null,
  description: description ?? null,
})
