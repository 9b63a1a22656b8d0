import type { Scope } from '../../kernel/scope.js'
import { maxLinksOfListedPartner } from '../limits.js'
import { linksOfPartners, type ListedPartnerLink } from '../links/partner-link.queries.js'
import type { EnrolledPartner } from '../partner.schema.js'
import { enrolmentRows, type EnrolmentRow } from './enrolment-list.queries.js'

/** Enrolled partners in the order of the ids, with up to a hundred links each if wanted. Ids of deleted enrolments are left out. */
export async function presentPartners(
  scope: Pick<Scope, 'em'>,
  programId: string,
  enrolmentIds: readonly string[],
  { links: withLinks }: { links: boolean } = { links: true },
): Promise<EnrolledPartner[]> {
  const rows = new Map((await enrolmentRows(scope, enrolmentIds)).map((row) => [row.enrolmentId, row]))
  const partnerIds = [...rows.values()].map(({ partnerId }) => partnerId)
  const links = new Map<string, ListedPartnerLink[]>(partnerIds.map((id) => [id, []]))
  const found = withLinks ? await linksOfPartners(scope, programId, partnerIds, maxLinksOfListedPartner) : []
  for (const link of found) links.get(link.partnerId)?.push(link)
  return enrolmentIds.flatMap((id) => {
    const row = rows.get(id)
    return row ? [presentRow(row, links.get(row.partnerId) ?? [])] : []
  })
}

export const presentPartnerLink = ({ partnerId: _partnerId, defaultLinkId: _defaultLinkId, ...link }: ListedPartnerLink) => link

const text = (value: unknown) => (value as string | null | undefined) ?? null
/** Instants are texts in raw rows. */
export const instantOf = (value: unknown) => (value === null || value === undefined ? null : new Date(value as string).toISOString())

function presentRow(row: EnrolmentRow, links: readonly ListedPartnerLink[]): EnrolledPartner {
  return {
    ...partnerFields(row),
    id: row.partnerId,
    partnerId: row.partnerId,
    programId: row.program_id as string,
    groupId: text(row.group_id),
    tenantId: text(row.tenant_id),
    createdAt: instantOf(row.created_at) as string,
    status: row.status,
    links: links.map(presentPartnerLink),
    clickRewardId: text(row.click_reward_id),
    leadRewardId: text(row.lead_reward_id),
    saleRewardId: text(row.sale_reward_id),
    referralRewardId: text(row.referral_reward_id),
    discountId: text(row.discount_id),
    applicationId: text(row.application_id),
    bannedAt: instantOf(row.banned_at),
    bannedReason: row.banned_reason as EnrolledPartner['bannedReason'],
    referralFormData: (row.referral_form_data ?? null) as EnrolledPartner['referralFormData'],
    application: row.application as EnrolledPartner['application'],
    tags: row.tags,
    ...totalsOf(row),
    ...platformsOf(row.platforms),
    trustedAt: instantOf(row.trusted_at),
  }
}

const partnerFields = (row: EnrolmentRow) => ({
  name: row.name as string,
  username: text(row.username),
  email: text(row.email),
  image: text(row.image),
  description: text(row.description),
  country: text(row.country),
  companyName: text(row.company_name),
  networkStatus: row.network_status as EnrolledPartner['networkStatus'],
  defaultPayoutMethod: row.default_payout_method as EnrolledPartner['defaultPayoutMethod'],
  paypalEmail: text(row.paypal_email),
  stripeConnectId: text(row.stripe_connect_id),
  payoutsEnabledAt: instantOf(row.payouts_enabled_at),
  identityVerifiedAt: instantOf(row.identity_verified_at),
})

const platformsOf = (platforms: Record<string, string>) => ({
  website: platforms.website ?? null,
  youtube: platforms.youtube ?? null,
  twitter: platforms.twitter ?? null,
  linkedin: platforms.linkedin ?? null,
  instagram: platforms.instagram ?? null,
  tiktok: platforms.tiktok ?? null,
})

function totalsOf(row: EnrolmentRow) {
  const [clicks, leads, conversions] = [Number(row.total_clicks), Number(row.total_leads), Number(row.total_conversions)]
  const [sales, saleAmount, commissions] = [Number(row.total_sales), Number(row.total_sale_amount), Number(row.total_commissions)]
  return {
    totalClicks: clicks,
    totalLeads: leads,
    totalConversions: conversions,
    totalSales: sales,
    totalSaleAmount: saleAmount,
    totalCommissions: commissions,
    netRevenue: saleAmount - commissions,
    earningsPerClick: ratio(saleAmount, clicks),
    averageLifetimeValue: ratio(saleAmount, conversions),
    clickToLeadRate: ratio(leads, clicks),
    clickToConversionRate: ratio(conversions, clicks),
    leadToConversionRate: ratio(conversions, leads),
    returnOnAdSpend: ratio(saleAmount, commissions),
  }
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
