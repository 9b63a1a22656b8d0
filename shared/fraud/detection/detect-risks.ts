/** Decides which rules a conversion violates. Pure. */
import type { EffectiveRule } from '../rules/effective-rules.js'
import type { CustomerFraudType, FraudType } from '../rules/fraud-types.js'
import { adParameters, adPlatforms, campaignParameters } from './ad-parameters.js'
import { canonicalEmail, emailDomain, isFreeDomain } from './email-address.js'
import { comparableHost, matchesHost } from './match-host.js'

/** What is known about a lead or sale and its click. */
export interface ConversionFacts {
  partnerEmail: string | null
  customerEmail: string | null
  /** A lead, or the first sale to the customer. */
  isFirst: boolean
  /** Another customer of the partner has an address with the same domain. */
  isDomainKnown: boolean
  /** The address of the customer is thrown away after use. */
  isDisposable: boolean
  /** Null if the click is not known. */
  click: { referer: string; url: string; utmCampaign: string } | null
}

export interface Risk {
  type: CustomerFraudType
  metadata: Record<string, string>
}

type Rules = Record<FraudType, EffectiveRule>
type Check = (facts: ConversionFacts, rule: EffectiveRule) => Record<string, string> | null

const checks: Record<CustomerFraudType, Check> = {
  customerEmailMatch: emailMatch,
  customerEmailSuspiciousDomain: suspiciousDomain,
  referralSourceBanned: bannedSource,
  paidTrafficDetected: paidTraffic,
}

export function detectRisks(facts: ConversionFacts, rules: Rules): Risk[] {
  return Object.entries(checks).flatMap(([name, check]) => {
    const type = name as CustomerFraudType
    const metadata = rules[type].enabled ? check(facts, rules[type]) : null
    return metadata ? [{ type, metadata }] : []
  })
}

/** The domain of the customer if it may say something about who the customer is. */
export function significantDomain({ customerEmail }: Pick<ConversionFacts, 'customerEmail'>): string | null {
  const domain = customerEmail === null ? null : emailDomain(customerEmail)
  return domain === null || isFreeDomain(domain) ? null : domain
}

function emailMatch(facts: ConversionFacts): { matchType: string } | null {
  const { partnerEmail, customerEmail, isFirst, isDomainKnown } = facts
  if (customerEmail !== null && partnerEmail !== null && canonicalEmail(customerEmail) === canonicalEmail(partnerEmail))
    return { matchType: 'exact' }
  const domain = significantDomain(facts)
  if (domain === null) return null
  if (partnerEmail !== null && emailDomain(partnerEmail) === domain) return { matchType: 'domainMatch' }
  return isFirst && isDomainKnown ? { matchType: 'historicalDomainMatch' } : null
}

function suspiciousDomain({ customerEmail, isDisposable }: ConversionFacts): { domain: string } | null {
  const domain = customerEmail === null ? null : emailDomain(customerEmail)
  return domain !== null && isDisposable ? { domain } : null
}

function bannedSource({ click }: ConversionFacts, { config }: EffectiveRule): { source: string } | null {
  const host = click ? comparableHost(click.referer) : null
  if (host === null) return null
  return (config?.domains ?? []).some((pattern) => matchesHost(host, pattern)) ? { source: host } : null
}

function paidTraffic({ click }: ConversionFacts, { config }: EffectiveRule): { source: string; url: string } | null {
  if (!click || !URL.canParse(click.url)) return null
  const { searchParams } = new URL(click.url)
  const platforms = new Set(config?.platforms)
  const campaigns = [...campaignParameters.map((parameter) => searchParams.get(parameter)), click.utmCampaign]
  const allowed = config?.google?.whitelistedCampaignIds ?? []
  // An allowed campaign of Google says nothing about the parameters of other platforms.
  if (campaigns.some((campaign) => campaign !== null && allowed.includes(campaign))) platforms.delete('google')
  const platform = adPlatforms.find((name) => platforms.has(name) && adParameters[name].some((parameter) => searchParams.has(parameter)))
  return platform ? { source: platform, url: click.url } : null
}
