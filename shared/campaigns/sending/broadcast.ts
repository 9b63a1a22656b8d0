/** The sending of marketing campaigns. */
import { LockMode } from '@mikro-orm/postgresql'
import { planHas } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { runInBatches } from '../../links/index.js'
import { nextCampaignStatus } from '../campaigns/campaign-states.js'
import { Campaign } from '../campaigns/campaign.entity.js'
import { dueCampaigns } from '../campaigns/campaign.queries.js'
import { hasVerifiedSender } from '../email-domains/require-verified-sender.js'
import { broadcastJob } from '../jobs.js'
import { queueCampaign } from './queue-campaign.js'
import { approvedPartnersAfter } from './recipients.queries.js'
import { workspaceOfProgram } from './workspace-of-program.queries.js'

const batchSize = 100
/** Campaigns of one run; the next run takes further ones. */
const maxCampaigns = 500

/** Starts the campaigns that are due, and those whose sending was interrupted. */
export async function queueScheduledCampaigns(scope: JobScope): Promise<void> {
  for (const { id } of await dueCampaigns(scope, scope.now(), maxCampaigns)) scope.enqueue(broadcastJob, { campaignId: id })
}

/** Sends a campaign to its partners in batches. The last enrolment of a batch is stored with its emails. */
export const broadcastCampaign = (scope: JobScope, payload: { campaignId: string }): Promise<void> =>
  runInBatches(scope, broadcastJob, payload, () => sendBatch(scope, payload.campaignId))

async function sendBatch(scope: JobScope, id: string): Promise<boolean> {
  const campaign = await scope.em.findOne(Campaign, id, { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!campaign || !(await isSending(scope, campaign))) return false
  const partners = await approvedPartnersAfter(scope, campaign.programId, campaign.sentThrough ?? '', batchSize)
  const last = partners.at(-1)
  if (last) {
    campaign.sentThrough = last.enrolmentId
    await queueCampaign(
      scope,
      campaign,
      partners.map(({ partnerId }) => partnerId),
    )
  } else campaign.status = nextCampaignStatus(campaign.type, campaign.status, 'finish') ?? campaign.status
  return last !== undefined
}

/** Claims a campaign that is due. One that cannot be sent any more is canceled; one of a disabled workspace waits for its restoration. */
async function isSending(scope: JobScope, campaign: Campaign): Promise<boolean> {
  const { plan, isDisabled } = await workspaceOfProgram(scope, campaign.programId)
  if (isDisabled) return false
  if (campaign.status === 'sending') return true
  const next = nextCampaignStatus(campaign.type, campaign.status, 'send')
  if (!next || (campaign.scheduledAt && campaign.scheduledAt > scope.now())) return false
  const isAllowed = planHas(plan, 'campaigns') && (await hasVerifiedSender(scope, campaign))
  campaign.status = isAllowed ? next : (nextCampaignStatus(campaign.type, campaign.status, 'cancel') ?? campaign.status)
  campaign.updatedAt = scope.now()
  return isAllowed
}
