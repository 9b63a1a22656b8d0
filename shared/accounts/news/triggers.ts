/** What can be told of a workspace to the systems that its owners name. */
export const triggers = [
  'link.created',
  'link.updated',
  'link.deleted',
  'link.clicked',
  'lead.created',
  'sale.created',
  'partner.application_submitted',
  'partner.enrolled',
  'partner.merged',
  'commission.created',
  'bounty.created',
  'bounty.updated',
  'payout.confirmed',
  'discount_code.created',
  'discount_code.deleted',
] as const
export type Trigger = (typeof triggers)[number]
