/** The events that a webhook can subscribe to. */
export const webhookTriggers = [
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
export type WebhookTrigger = (typeof webhookTriggers)[number]
