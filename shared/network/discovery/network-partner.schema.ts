import { z } from 'zod'
import { idText, pageFields, stringList } from '../../kernel/input-fields.js'
import { countryCode, username } from '../../partners/index.js'

export const discoveryStatuses = ['discover', 'invited', 'recruited', 'ignored'] as const
export const platformTypes = ['website', 'youtube', 'twitter', 'linkedin', 'instagram', 'tiktok'] as const

const filter = {
  status: z.enum(discoveryStatuses).default('discover').meta({ description: 'What the program decided about the partner.' }),
  country: countryCode.optional(),
  starred: z.stringbool().optional(),
  platform: z.enum(platformTypes).optional().meta({ description: 'Only partners with such an account.' }),
  partnerIds: stringList(100).optional().meta({ description: 'Only these partners, separated by commas.' }),
}
export const getNetworkPartnersQuerySchema = z.object({
  ...filter,
  sortBy: z.enum(['relevance', 'subscribers']).default('relevance'),
  ...pageFields(100),
})
export type GetNetworkPartners = z.infer<typeof getNetworkPartnersQuerySchema>
export const countNetworkPartnersQuerySchema = z.object({
  ...filter,
  groupBy: z.enum(['status', 'country', 'platform', 'subscribers']).default('status'),
})
export type CountNetworkPartners = z.infer<typeof countNetworkPartnersQuerySchema>

export const NetworkPartnerParams = z.object({ partnerId: idText() })
export const starPartnerSchema = z.object({ starred: z.boolean().default(true) })
export const ignorePartnerSchema = z.object({ ignored: z.boolean().default(true) })
export const inviteNetworkPartnerSchema = z.object({
  groupId: idText().optional(),
  username: username.nullish(),
  emailSubject: z.string().trim().max(255).nullish(),
  emailTitle: z.string().trim().max(255).nullish(),
  emailBody: z.string().trim().max(3000).nullish(),
})

const text = z.string().nullable()
export const NetworkPartnerSchema = z.object({
  id: z.string(),
  name: z.string(),
  image: text,
  description: text,
  country: text,
  profileType: z.enum(['individual', 'company']),
  companyName: text,
  networkStatus: z.enum(['approved', 'trusted']),
  monthlyTraffic: text,
  industryInterests: z.string().array(),
  preferredEarningStructures: z.string().array(),
  salesChannels: z.string().array(),
  platforms: z.object({ type: z.enum(platformTypes), identifier: z.string(), isVerified: z.boolean(), subscribers: z.number() }).array(),
  starredAt: text,
  ignoredAt: text,
  invitedAt: text,
  recruitedAt: text,
})
export type NetworkPartner = z.infer<typeof NetworkPartnerSchema>
export const NetworkPartnerCount = z.object({ key: text, count: z.number() }).array()
export const NetworkDecision = z.object({ id: z.string(), partnerId: z.string(), starredAt: text, ignoredAt: text, invitedAt: text })
export const NetworkInvitesUsage = z.object({ usage: z.number(), limit: z.number(), resetsAt: text })
