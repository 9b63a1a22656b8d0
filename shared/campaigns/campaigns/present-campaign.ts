import type { Campaign } from './campaign.entity.js'
import type { CampaignResponse } from './campaign.schema.js'

export const presentCampaign = (campaign: Campaign): CampaignResponse => ({
  id: campaign.id,
  type: campaign.type,
  status: campaign.status,
  name: campaign.name,
  subject: campaign.subject,
  preview: campaign.preview ?? null,
  from: campaign.sender ?? null,
  bodyJson: { type: 'doc', content: campaign.body.content ?? [] },
  groups: campaign.groupIds.map((id) => ({ id })),
  partnerTags: campaign.partnerTagIds.map((id) => ({ id })),
  triggerConditions: campaign.triggerConditions.map((condition) => ({ ...condition })),
  scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
  userId: campaign.userId ?? null,
  createdAt: campaign.createdAt.toISOString(),
  updatedAt: campaign.updatedAt.toISOString(),
})
