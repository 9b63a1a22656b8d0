/** Schemas of campaigns. */
import { z } from 'zod'
import { idText, maxInstantLength, pageFields } from '../../kernel/input-fields.js'
import type { DocumentNode } from '../content/document.js'
import { documentError } from '../content/document.js'
import { TriggerCondition } from '../workflows/conditions.js'
import { campaignStatuses, campaignTypes } from './campaign-states.js'

const maxPageSize = 100
const maxPreviewRecipients = 10

const Document = z
  .object({ type: z.literal('doc'), content: z.array(z.unknown()).max(1000).default([]) })
  .superRefine((value, context) => {
    const message = documentError(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
  .transform((value) => value as DocumentNode)
  .meta({ description: 'Rich text. Texts and mentions may contain variables such as {{PartnerName|there}}.' })

const changeable = {
  name: z.string().trim().min(1).max(100).optional(),
  subject: z.string().trim().max(100).optional(),
  preview: z.string().trim().max(200).nullish().meta({ description: 'Shown by mailboxes beside the subject.' }),
  from: z
    .string()
    .trim()
    .max(200)
    .nullish()
    .meta({ description: 'Address, or name and address, of a verified email domain of the program. Null for the sender of the service.' }),
  bodyJson: Document.optional(),
  groupIds: z.array(idText()).max(100).nullish().meta({ description: 'Groups of partners; empty for all.' }),
  partnerTagIds: z.array(idText()).max(100).nullish().meta({ description: 'A partner needs one of these tags; empty for all.' }),
  scheduledAt: z
    .string()
    .max(maxInstantLength)
    .nullish()
    .meta({ description: 'When a marketing campaign is sent; null for at once. Ignored for transactional campaigns.' }),
  triggerConditions: z
    .array(TriggerCondition)
    .max(10)
    .nullish()
    .meta({ description: 'All of them must hold. Ignored for marketing campaigns.' }),
}

export const createCampaignBodySchema = z.object({ type: z.enum(campaignTypes), ...changeable })
export type CreateCampaign = z.infer<typeof createCampaignBodySchema>
export const updateCampaignBodySchema = z.object({
  ...changeable,
  status: z
    .enum(campaignStatuses)
    .optional()
    .meta({ description: 'scheduled or canceled for marketing campaigns, active or paused for transactional ones.' }),
})
export type UpdateCampaign = z.infer<typeof updateCampaignBodySchema>

const filters = {
  type: z.enum(campaignTypes).optional(),
  status: z.enum(campaignStatuses).optional(),
  search: z.string().trim().max(100).optional().meta({ description: 'Part of the name or the subject.' }),
}
export const getCampaignsQuerySchema = z.object({ ...filters, ...pageFields(maxPageSize) })
export type GetCampaigns = z.infer<typeof getCampaignsQuerySchema>
export const countCampaignsQuerySchema = z.object({
  ...filters,
  groupBy: z.enum(['type', 'status']).optional().meta({ description: 'Counts for each value instead of one number.' }),
})
export type CountCampaigns = z.infer<typeof countCampaignsQuerySchema>

const ref = z.object({ id: z.string() })
export const CampaignSchema = z.object({
  id: z.string(),
  type: z.enum(campaignTypes),
  status: z.enum(campaignStatuses),
  name: z.string(),
  subject: z.string(),
  preview: z.string().nullable(),
  from: z.string().nullable(),
  bodyJson: z.object({ type: z.literal('doc'), content: z.unknown().array() }),
  groups: ref.array(),
  partnerTags: ref.array(),
  triggerConditions: z.object({ attribute: z.string(), operator: z.string().optional(), value: z.number().optional() }).array(),
  scheduledAt: z.string().nullable(),
  userId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type CampaignResponse = z.infer<typeof CampaignSchema>
/** In lists: bodies may be large. */
export const ListedCampaignSchema = CampaignSchema.omit({ bodyJson: true })
export type ListedCampaign = z.infer<typeof ListedCampaignSchema>

export const CampaignParams = z.object({ campaignId: idText().meta({ description: 'Id of the campaign.' }) })
export const DeletedCampaign = z.object({ id: z.string() })
export const CampaignCount = z.union([
  z.number(),
  z.object({ type: z.string().optional(), status: z.string().optional(), count: z.number() }).array(),
])

const previewedPartner = idText().optional().meta({ description: 'The partner whose values replace the variables; samples otherwise.' })
export const campaignEmailQuerySchema = z.object({ partnerId: previewedPartner })
export const previewCampaignBodySchema = z
  .object({
    emailAddresses: z
      .array(z.email().max(254))
      .max(maxPreviewRecipients)
      .optional()
      .meta({ description: 'Members of the workspace who get the campaign as a test email.' }),
    partnerId: previewedPartner,
  })
  .optional()
export type PreviewCampaignInput = z.infer<typeof previewCampaignBodySchema>
export const CampaignPreview = z.object({
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  sentTo: z.string().array(),
})

export const CampaignSummary = z.object({ sent: z.number(), delivered: z.number(), opened: z.number(), bounced: z.number() })
export const emailEvents = ['delivered', 'opened', 'bounced'] as const
const eventFilter = {
  status: z.enum(emailEvents).default('delivered'),
  search: z.string().trim().max(100).optional().meta({ description: 'Part of the name or the address of a partner.' }),
}
export const getCampaignEventsQuerySchema = z.object({ ...eventFilter, ...pageFields(maxPageSize) })
export type GetCampaignEvents = z.infer<typeof getCampaignEventsQuerySchema>
export const countCampaignEventsQuerySchema = z.object(eventFilter)
export const CampaignEvent = z.object({
  id: z.string(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  openedAt: z.string().nullable(),
  bouncedAt: z.string().nullable(),
  failure: z.string().nullable().describe('The answer of the mail server to an email that bounced.'),
  recipient: z.string(),
  partner: z.object({ id: z.string(), name: z.string(), image: z.string().nullable() }),
})
export type CampaignEvent = z.infer<typeof CampaignEvent>
