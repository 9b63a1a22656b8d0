/**
 * What partners earn and how they are paid: rewards, discounts and their codes, bounties, commissions, payouts, fraud holds. Stands on
 * `partners` and everything below it; hears of sales by event. Money is integer cents. As yet only shapes that webhooks and the description
 * show.
 */
export { CreatedCommissionSchema } from './commission.schema.js'
export { AnnouncedDiscountCodeSchema, DiscountCodeSchema } from './discount-code.schema.js'
