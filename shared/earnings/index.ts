/**
 * Earnings of partners: rewards, discounts and discount codes, bounties, commissions, payouts and fraud holds. Amounts are integer cents.
 * So far this module contains only the schemas used by webhooks and the OpenAPI document.
 */
export { CreatedCommissionSchema } from './commission.schema.js'
export { AnnouncedDiscountCodeSchema, DiscountCodeSchema } from './discount-code.schema.js'
