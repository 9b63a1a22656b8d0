/** The state machine of campaigns. Pure. */

export const campaignTypes = ['marketing', 'transactional'] as const
export type CampaignType = (typeof campaignTypes)[number]
export const campaignStatuses = ['draft', 'scheduled', 'sending', 'sent', 'canceled', 'active', 'paused'] as const
export type CampaignStatus = (typeof campaignStatuses)[number]

type Changes = Partial<Record<CampaignType, Partial<Record<CampaignStatus, CampaignStatus>>>>

/** Operations are allowed for the listed types and statuses only. */
export const campaignTransitions = {
  schedule: { marketing: { draft: 'scheduled' } },
  /** The job that sends the campaign begins. */
  send: { marketing: { scheduled: 'sending' } },
  finish: { marketing: { sending: 'sent' } },
  cancel: { marketing: { scheduled: 'canceled', sending: 'canceled' } },
  activate: { transactional: { draft: 'active', paused: 'active' } },
  pause: { transactional: { active: 'paused' } },
} as const satisfies Record<string, Changes>
export type CampaignOperation = keyof typeof campaignTransitions
export const campaignOperations = Object.keys(campaignTransitions) as CampaignOperation[]

/** The status after the operation, or null if it is not allowed. */
export const nextCampaignStatus = (type: CampaignType, status: CampaignStatus, operation: CampaignOperation): CampaignStatus | null =>
  (campaignTransitions[operation] as Changes)[type]?.[status] ?? null

/** What a caller requests with a status. Jobs alone begin and finish the sending. */
export const operationForStatus: Partial<Record<CampaignStatus, CampaignOperation>> = {
  scheduled: 'schedule',
  canceled: 'cancel',
  active: 'activate',
  paused: 'pause',
}

/** Other campaigns are being sent, or are a record of what was sent. */
export const isEditable = (status: CampaignStatus) => status === 'draft' || status === 'paused' || status === 'scheduled'
