/** Schemas of fraud rules. */
import { z } from 'zod'
import { adPlatforms } from '../detection/ad-parameters.js'
import { fraudTypes } from './fraud-types.js'

const maxDomains = 100
const maxCampaigns = 100

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9*._-]+$/, 'A domain has no scheme and no path; * stands for any characters.')

const domains = z.array(Domain).max(maxDomains).describe('Hosts of banned referral sources, such as *.coupons.example.')
const platforms = z.array(z.enum(adPlatforms)).max(adPlatforms.length).describe('Platforms whose paid clicks are not allowed.')
const google = z
  .object({ whitelistedCampaignIds: z.array(z.string().trim().min(1).max(190)).max(maxCampaigns) })
  .describe('Campaigns of Google that are allowed, by gad_campaignid or utm_campaign.')

export const FraudRuleSchema = z.object({
  type: z.enum(fraudTypes),
  enabled: z.boolean(),
  config: z.object({ domains: domains.optional(), platforms: platforms.optional(), google: google.optional() }).nullable(),
})
export type FraudRuleResponse = z.infer<typeof FraudRuleSchema>

const common = {
  enabled: z.boolean(),
  resolvePendingEvents: z.boolean().default(false).describe('Resolves the pending groups of a rule that is disabled.'),
}
const ruleInput = z.object(common).optional()

export const updateFraudRulesBodySchema = z.object({
  customerEmailMatch: ruleInput,
  customerEmailSuspiciousDomain: ruleInput,
  referralSourceBanned: z.object({ ...common, config: z.object({ domains }).optional() }).optional(),
  paidTrafficDetected: z
    .object({ ...common, config: z.object({ platforms: platforms.optional(), google: google.optional() }).optional() })
    .optional(),
  partnerCrossProgramBan: ruleInput,
  partnerDuplicateAccount: ruleInput,
})
export type UpdateFraudRules = z.infer<typeof updateFraudRulesBodySchema>

export const FraudRulesUpdated = z.object({ success: z.boolean() })
