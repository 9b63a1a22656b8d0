import type { InWorkspace } from '../../accounts/index.js'
import { utmTemplatesOfGroups } from './group.queries.js'
import type { GroupResponse } from './group.schema.js'
import type { PartnerGroup } from './partner-group.entity.js'

const instant = (value: Date | null | undefined) => value?.toISOString() ?? null

export async function presentGroups(scope: InWorkspace, groups: readonly PartnerGroup[]): Promise<GroupResponse[]> {
  const templates = await utmTemplatesOfGroups(scope, groups)
  return groups.map((group) => ({
    ...storedFields(group),
    utmTemplate: (group.utmTemplateId && templates.get(group.utmTemplateId)) || null,
  }))
}

export async function presentGroup(scope: InWorkspace, group: PartnerGroup): Promise<GroupResponse> {
  return (await presentGroups(scope, [group]))[0] as GroupResponse
}

function storedFields(group: PartnerGroup): Omit<GroupResponse, 'utmTemplate'> {
  const { id, name, slug, holdingPeriodDays, maxPartnerLinks, linkStructure } = group
  return {
    id,
    name,
    slug,
    holdingPeriodDays,
    maxPartnerLinks,
    linkStructure,
    color: group.color ?? null,
    logo: group.logo ?? null,
    wordmark: group.wordmark ?? null,
    brandColor: group.brandColor ?? null,
    autoApprovePartnersEnabledAt: instant(group.autoApprovePartnersEnabledAt),
    clickRewardId: group.clickRewardId ?? null,
    leadRewardId: group.leadRewardId ?? null,
    saleRewardId: group.saleRewardId ?? null,
    referralRewardId: group.referralRewardId ?? null,
    discountId: group.discountId ?? null,
    additionalLinks: group.additionalLinks ?? null,
    moveRules: (group.moveRules ?? null) as GroupResponse['moveRules'],
    applicationFormData: (group.applicationFormData ?? null) as GroupResponse['applicationFormData'],
    applicationFormPublishedAt: instant(group.applicationFormPublishedAt),
    landerData: (group.landerData ?? null) as GroupResponse['landerData'],
    landerPublishedAt: instant(group.landerPublishedAt),
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
  }
}
