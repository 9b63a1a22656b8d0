/** What the service sends to the receivers of a workspace: one envelope, a `data` for each kind of event. */
import { z } from 'zod'
import { CustomerSchema } from '../customers/index.js'
import { AnnouncedDiscountCodeSchema, CreatedCommissionSchema } from '../earnings/index.js'
import { LinkSchema } from '../links/index.js'
import { ApplicantSchema, EnrolledPartnerSchema, PartnerWithTotalsSchema } from '../partners/index.js'
import { ClickSchema } from '../tracking/index.js'

const envelope = <Event extends z.ZodType<string>, Data extends z.ZodType>(id: string, event: Event, data: Data) =>
  z.object({ id: z.string().describe('The same for every receiver of one event.'), event, createdAt: z.string(), data }).meta({ id })

/** A link as it is announced: always one of a workspace, and with the times of its test even where there is none. */
const AnnouncedLink = LinkSchema.omit({ identifier: true, linkRetentionCleanupDisabledAt: true, user: true }).extend({
  testStartedAt: z.string().nullable(),
  testCompletedAt: z.string().nullable(),
  workspaceId: z.string(),
  projectId: z.string().meta({ deprecated: true }),
})

const Lead = z.object({
  eventName: z.string(),
  customer: CustomerSchema,
  click: ClickSchema,
  link: AnnouncedLink,
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
    envelope('LinkWebhookEvent', z.enum(['link.created', 'link.updated', 'link.deleted']), AnnouncedLink),
    envelope('LinkClickedEvent', z.literal('link.clicked'), z.object({ click: ClickSchema, link: AnnouncedLink })),
    envelope('LeadCreatedEvent', z.literal('lead.created'), Lead),
    envelope('SaleCreatedEvent', z.literal('sale.created'), Lead.extend({ sale: Sale })),
    envelope('PartnerEnrolledEvent', z.literal('partner.enrolled'), EnrolledPartnerSchema),
    envelope('PartnerApplicationSubmittedEvent', z.literal('partner.application_submitted'), Application),
    envelope('PartnerMergedEvent', z.literal('partner.merged'), Merger),
    envelope('CommissionCreatedEvent', z.literal('commission.created'), CreatedCommissionSchema),
    envelope('DiscountCodeWebhookEvent', z.enum(['discount_code.created', 'discount_code.deleted']), AnnouncedDiscountCodeSchema),
  ])
  .meta({ id: 'webhookEventSchema', title: 'WebhookEvent', 'x-speakeasy-include': true })
