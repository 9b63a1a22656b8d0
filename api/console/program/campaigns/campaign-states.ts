import type { Output } from '../../api-client.js'
import type { Tone } from '../../kit/texts.js'

export type Campaign = Output<'getCampaign'>
export type CampaignStatus = Campaign['status']

export const campaignTones: Record<CampaignStatus, Tone> = {
  draft: 'neutral',
  scheduled: 'waiting',
  sending: 'waiting',
  sent: 'good',
  canceled: 'bad',
  active: 'good',
  paused: 'waiting',
}

/** Other campaigns are being sent, or are a record of what was sent. */
export const isEditable = (status: CampaignStatus) => status === 'draft' || status === 'paused' || status === 'scheduled'

interface StatusChange {
  to: CampaignStatus
  label: string
  text: string
}

/** What can be done with a campaign of the kind in the state. */
export function statusChanges({ type, status }: Pick<Campaign, 'type' | 'status'>): StatusChange[] {
  if (type === 'marketing' && status === 'draft')
    return [{ to: 'scheduled', label: 'Schedule', text: 'It is sent at the chosen time, or at once if there is none.' }]
  if (type === 'marketing' && (status === 'scheduled' || status === 'sending'))
    return [{ to: 'canceled', label: 'Cancel', text: 'Partners who have not received it yet will not receive it.' }]
  if (type === 'transactional' && (status === 'draft' || status === 'paused'))
    return [{ to: 'active', label: 'Activate', text: 'Each partner for whom all conditions hold gets it once.' }]
  if (type === 'transactional' && status === 'active')
    return [{ to: 'paused', label: 'Pause', text: 'No partner gets it until you activate it.' }]
  return []
}
