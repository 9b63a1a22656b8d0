/** What speaks against an applicant: suspicions of the program, and what the profile lacks. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram, requireEnrolment } from '../../partners/index.js'
import { applicantFacts, suspicionsOfPartner } from './applicant.queries.js'
import { emailDomain, isDisposableDomain, isFreeDomain } from './email-address.js'

const severities = {
  partnerCrossProgramBan: 'high',
  partnerDuplicateAccount: 'high',
  partnerNoSocialLinks: 'medium',
  partnerEmailDomainMismatch: 'low',
  partnerEmailMasked: 'low',
  partnerNoVerifiedSocialLinks: 'low',
} as const
type Risk = keyof typeof severities
const order = ['high', 'medium', 'low'] as const

export const ApplicationRisks = z.object({
  risks: z.object({ type: z.enum(Object.keys(severities) as [Risk, ...Risk[]]), severity: z.enum(order) }).array(),
  severity: z.enum(order).nullable().meta({ description: 'The highest severity; null without a risk.' }),
})

export interface ApplicantFacts {
  email: string | null
  /** Address of the website, if the profile has one. */
  website: string | null
  socialLinks: number
  verifiedSocialLinks: number
}

/** Providers that forward to an address which they hide. */
const maskingDomains = new Set(['privaterelay.appleid.com', 'duck.com', 'mozmail.com'])

/** The risks of a profile. Pure. A website on the domain of the address, or above it, is no mismatch. */
export function risksOfProfile({ email, website, socialLinks, verifiedSocialLinks }: ApplicantFacts): Risk[] {
  const domain = email === null ? null : emailDomain(email)
  const host = website && URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : null
  const isOwn = domain !== null && !isFreeDomain(domain)
  const matches = host !== null && domain !== null && (host === domain || host.endsWith(`.${domain}`) || domain.endsWith(`.${host}`))
  const found: [Risk, boolean][] = [
    ['partnerNoSocialLinks', socialLinks === 0],
    ['partnerEmailDomainMismatch', isOwn && host !== null && !matches],
    ['partnerEmailMasked', domain !== null && (maskingDomains.has(domain) || isDisposableDomain(domain))],
    ['partnerNoVerifiedSocialLinks', socialLinks > 0 && verifiedSocialLinks === 0],
  ]
  return found.filter(([, applies]) => applies).map(([type]) => type)
}

export async function getApplicationRisks(scope: WorkspaceScope, partnerId: string): Promise<z.infer<typeof ApplicationRisks>> {
  const program = await requireDefaultProgram(scope)
  await requireEnrolment(scope, program, { partnerId })
  const types = [
    ...((await suspicionsOfPartner(scope, { programId: program.id, partnerId })) as Risk[]),
    ...risksOfProfile(await applicantFacts(scope, partnerId)),
  ]
  const risks = types.map((type) => ({ type, severity: severities[type] }))
  return { risks, severity: order.find((one) => risks.some(({ severity }) => severity === one)) ?? null }
}
