import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { DiscountProvider } from './discount.schema.js'

export const Discount = defineEntity({
  name: 'Discount',
  tableName: 'discounts',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    /** Cents or a percentage, depending on the type. */
    amount: p.decimal('number'),
    type: p.string().$type<'flat' | 'percentage'>(),
    /** Months; 0 for once, null for ever. */
    maxDuration: p.integer().nullable(),
    couponId: p.string().nullable(),
    couponTestId: p.string().nullable(),
    description: p.string().nullable(),
    provider: p.string().$type<DiscountProvider>(),
    autoProvisionEnabledAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Discount = InferEntity<typeof Discount>
