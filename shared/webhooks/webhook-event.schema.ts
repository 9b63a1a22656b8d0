/** The request bodies of webhook deliveries: a common envelope with event-specific `data`. */
import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { AnnouncedDiscountCodeSchema, CreatedCommissionSchema } from '../earnings/index.js'
import { LinkSchema } from '../links/index.js'
import { ApplicantSchema, EnrolledPartnerSchema, PartnerWithTotalsSchema } from '../partners/index.js'
import { ConfirmedPayoutSchema } from '../payouts/index.js'
import { ClickSchema } from '../tracking/index.js'

const envelope = <Event extends z.ZodType<string>, Data extends z.ZodType>(id: string, event: Event, data: Data) =>
  z
    .object({ id: z.string().describe('Id of the event, the same for every webhook and attempt.'), event, createdAt: z.string(), data })
    .meta({ id })

/** A link in an event: it always belongs to a workspace, and the times of its A/B test are null without one. */
const EventLink = LinkSchema.omit({ identifier: true, linkRetentionCleanupDisabledAt: true, user: true }).extend({
  testStartedAt: z.string().nullable(),
  testCompletedAt: z.string().nullable(),
  workspaceId: z.string(),
  projectId: z.string().meta({ deprecated: true }),
})

const Lead = z.object({
  eventName: z.string(),
  customer: CustomerSchema,
  click: ClickSchema,
  link: EventLink,
  partner: PartnerWithTotalsSchema.nullish(),
  metadata: z.record(z.string(), z.unknown()).nullable().default(null),
})

const Sale = z.object({
  amount: z.number().describe('In cents.'),
  currency: z.string(),
  paymentProcessor: z.string(),
  invoiceId: z.string().nullable(),
})

const Application = z.object({
  id: z.string(),
  createdAt: z.string(),
  partner: ApplicantSchema,
  applicationFormData: z.array(z.object({ label: z.string(), value: z.string().nullable() })).nullable(),
})

const MergedPartner = z.object({ id: z.string(), tenantId: z.string().nullable(), email: z.string().nullable() })
const Merger = z.object({ sourcePartner: MergedPartner, targetPartner: MergedPartner, targetAlreadyEnrolled: z.boolean() })

export const webhookEventSchema = z
  .discriminatedUnion('event', [
    envelope('LinkWebhookEvent', z.enum(['link.created', 'link.updated', 'link.deleted']), EventLink),
    envelope('LinkClickedEvent', z.literal('link.clicked'), z.object({ click: ClickSchema, link: EventLink })),
    envelope('LeadCreatedEvent', z.literal('lead.created'), Lead),
    envelope('SaleCreatedEvent', z.literal('sale.created'), Lead.extend({ sale: Sale })),
    envelope('PartnerEnrolledEvent', z.literal('partner.enrolled'), EnrolledPartnerSchema),
    envelope('PartnerApplicationSubmittedEvent', z.literal('partner.application_submitted'), Application),
    envelope('PartnerMergedEvent', z.literal('partner.merged'), Merger),
    envelope('CommissionCreatedEvent', z.literal('commission.created'), CreatedCommissionSchema),
    envelope('PayoutConfirmedEvent', z.literal('payout.confirmed'), ConfirmedPayoutSchema),
    envelope('DiscountCodeWebhookEvent', z.enum(['discount_code.created', 'discount_code.deleted']), AnnouncedDiscountCodeSchema),
  ])
  .meta({ id: 'webhookEventSchema', title: 'WebhookEvent', 'x-speakeasy-include': true })
