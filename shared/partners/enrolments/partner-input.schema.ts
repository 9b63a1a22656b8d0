import { z } from 'zod'
import { imageText } from '../../files/index.js'
import { idText } from '../../kernel/input-fields.js'
import { isCountry } from '../../links/index.js'
import { reapplicationTimeframes } from '../enrolment.entity.js'
import { maxPartnersInBulk } from '../limits.js'
import { LinkPropsSchema, partnerIdentifier } from '../links/partner-link.schema.js'
import { banReasons } from '../partner.schema.js'

const email = z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(190))
export const username = z
  .string()
  .max(100)
  .regex(/^[\w-]+$/, 'Use letters, digits, hyphens and underscores.')

const noCountry = 'Must be a two-letter country code (ISO 3166-1).'
export const countryCode = z
  .string()
  .max(2, noCountry)
  .transform((value) => value.toUpperCase())
  .refine(isCountry, noCountry)

export const createPartnerSchema = z.object({
  email: email.meta({ description: 'Email address of the partner.' }),
  name: z.string().trim().max(100).nullish().meta({ description: 'Name of the partner. Defaults to the email address.' }),
  username: username
    .nullish()
    .meta({ description: 'Key of the links of the partner. Derived from the name or the email address if absent.' }),
  image: imageText().nullish().meta({ description: 'Picture of the partner: an https address or a base64 data URL.' }),
  tenantId: z.string().min(1).max(255).optional().meta({ description: 'Id of the partner in your system, unique in the program.' }),
  groupId: idText().optional().meta({ description: 'Group to join. Defaults to the default group.' }),
  country: countryCode.nullish().meta({ description: 'Two-letter country code.' }),
  description: z.string().max(5000).nullish().meta({ description: 'About the partner.' }),
  linkProps: LinkPropsSchema.optional().meta({ description: 'Settings of the links of the partner.' }),
})
export type CreatePartner = z.infer<typeof createPartnerSchema>

export const banPartnerSchema = z.object({ ...partnerIdentifier, reason: z.enum(banReasons) })
export const deactivatePartnerSchema = z.object(partnerIdentifier)
export const PartnerParams = z.object({ partnerId: z.string() })
export const ChangedPartner = z.object({ partnerId: z.string() })

const partnerIds = z
  .string()
  .max(100)
  .array()
  .min(1)
  .max(maxPartnersInBulk)
  .transform((ids) => [...new Set(ids)])
export const bulkPartnersSchema = z.object({ partnerIds })
export const bulkBanSchema = z.object({ partnerIds, reason: z.enum(banReasons) })
export const bulkApproveSchema = z.object({ partnerIds, groupId: z.string().max(100).nullish() })
export const bulkRejectSchema = z.object({
  partnerIds,
  reapplicationTimeframe: z
    .enum(reapplicationTimeframes)
    .default('standard')
    .meta({ description: 'When the partners may apply again: at once, after 30 days, or never.' }),
})
export const ChangedPartners = z.object({ partnerIds: z.string().array() })

export const updateEnrolmentSchema = z.object({
  tenantId: z.string().min(1).max(255).nullish(),
  customerDataSharingEnabled: z.boolean().optional(),
  groupMoveDisabled: z.boolean().optional(),
  riskMonitoringDisabled: z.boolean().optional(),
  referredByPartnerId: z.string().max(190).nullish().meta({ description: 'The partner of the program who referred this one.' }),
})
export type UpdateEnrolment = z.infer<typeof updateEnrolmentSchema>
