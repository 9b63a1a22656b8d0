/** Schemas of fraud rules. */
import { z } from 'zod'
import { asciiDomain } from '../../links/index.js'
import { adPlatforms } from '../detection/ad-parameters.js'
import { fraudTypes } from './fraud-types.js'

const maxDomains = 100
const maxCampaigns = 100

const wildcardBesideNonAscii = /\*[^.]*[\u0080-\uffff]|[\u0080-\uffff][^.]*\*/

/** Stored in ASCII, like the hosts that it is compared with. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9*._\u0080-\uffff-]+$/, { error: 'A domain has no scheme and no path; * stands for any characters.', abort: true })
  .refine((text) => !wildcardBesideNonAscii.test(text), {
    error: 'A part of a domain with letters beyond ASCII cannot have *: use * in another part.',
    abort: true,
  })
  .overwrite(asciiDomain)
  .refine((text) => /^[a-z0-9*._-]+$/.test(text), 'Must be a valid domain.')

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
