import { z } from 'zod'
import { idText, pageFields } from '../../kernel/input-fields.js'
import { maxInvitesInBulk, maxInvitesPage } from '../limits.js'

const email = z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), z.email().max(100))
const groupId = idText().optional().meta({ description: 'Group to join. Defaults to the default group.' })

export const invitePartnerBodySchema = z.object({
  email,
  name: z.string().trim().max(100).nullish().meta({ description: 'Name of the partner. Defaults to the email address.' }),
  username: z
    .string()
    .max(100)
    .regex(/^[\w-]+$/, 'Use letters, digits, hyphens and underscores.')
    .nullish()
    .meta({ description: 'Key of the links of the partner. Derived from the name or the email address if absent.' }),
  groupId,
})
export type InvitePartner = z.infer<typeof invitePartnerBodySchema>

/** The text of an invite email; what is missing is that of the program. */
export const InviteEmailData = z.object({ subject: z.string().nullish(), title: z.string().nullish(), body: z.string().nullish() })
export type InviteEmailData = z.infer<typeof InviteEmailData>

export const invitePartnersBodySchema = z.object({ emails: email.array().min(1).max(maxInvitesInBulk), groupId })
export type InvitePartners = z.infer<typeof invitePartnersBodySchema>

export const getPartnerInvitesQuerySchema = z.object({
  status: z.enum(['invited', 'declined']).default('invited'),
  search: z.string().max(190).optional().meta({ description: 'Filter by a part of the name or the email address.' }),
  ...pageFields(maxInvitesPage),
})
export type GetPartnerInvites = z.infer<typeof getPartnerInvitesQuerySchema>

export const PartnerInviteParams = z.object({ partnerId: z.string() })
export const PartnerInviteSchema = z.object({
  partnerId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  groupId: z.string().nullable(),
  status: z.enum(['invited', 'declined']),
  invitedAt: z.string().meta({ description: 'When the invite was sent last.' }),
})
export type PartnerInviteResponse = z.infer<typeof PartnerInviteSchema>

/** `url` is the link that the email contains as well, for installations that send no email. */
export const SentPartnerInvite = PartnerInviteSchema.extend({ url: z.string() })
export const SentPartnerInvites = z.object({ invitedCount: z.number(), skippedCount: z.number() })
export const ChangedPartnerInvite = z.object({ partnerId: z.string() })
