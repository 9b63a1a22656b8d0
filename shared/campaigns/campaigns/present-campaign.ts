import type { Campaign } from './campaign.entity.js'
import type { CampaignResponse, ListedCampaign } from './campaign.schema.js'

export const presentCampaign = (campaign: Campaign): CampaignResponse => ({
  ...presentListed(campaign),
  bodyJson: { type: 'doc', content: campaign.body.content ?? [] },
})

export const presentListed = (campaign: Omit<Campaign, 'body'>): ListedCampaign => ({
  id: campaign.id,
  type: campaign.type,
  status: campaign.status,
  name: campaign.name,
  subject: campaign.subject,
  preview: campaign.preview ?? null,
  from: campaign.sender ?? null,
  groups: campaign.groupIds.map((id) => ({ id })),
  partnerTags: campaign.partnerTagIds.map((id) => ({ id })),
  triggerConditions: campaign.triggerConditions.map((condition) => ({ ...condition })),
  scheduledAt: campaign.scheduledAt?.toISOString() ?? null,
  userId: campaign.userId ?? null,
  createdAt: campaign.createdAt.toISOString(),
  updatedAt: campaign.updatedAt.toISOString(),
})
