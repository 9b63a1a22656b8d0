/** Workflows that send transactional campaigns: to partners whose totals changed, who joined, or who are enrolled for some days. */
import { planHas } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { days, hours } from '../../kernel/time.js'
import type { EnrolmentChange } from '../../partners/index.js'
import { Campaign } from '../campaigns/campaign.entity.js'
import { hasVerifiedSender } from '../email-domains/require-verified-sender.js'
import { queueCampaign } from '../sending/queue-campaign.js'
import { workspaceOfProgram } from '../sending/workspace-of-program.queries.js'
import { isTriggered, type WorkflowEvent } from './conditions.js'
import { findPartnerFacts, type PartnerOfWorkflow, partnersEnrolledBetween, takePendingChecks } from './workflow.queries.js'

const batchSize = 200
/** A partner who reached the number of days longer ago gets no campaign about it: it was paused, or is new. */
const lateMs = hours(24)

/** Sends campaigns to partners whose totals changed. Each batch is one transaction, so that the job can be killed at any time. */
export async function sendTriggeredCampaigns(scope: JobScope, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && (await inTransaction(scope, () => sendToChanged(scope)))) scope.em.clear()
}

async function sendToChanged(scope: JobScope): Promise<boolean> {
  const partners = await takePendingChecks(scope, scope.now(), batchSize)
  for (const id of new Set(partners.map(({ programId }) => programId))) {
    const changed = partners.filter(({ programId }) => programId === id)
    for (const campaign of await activeCampaigns(scope, id)) await sendToMatching(scope, campaign, changed, ({ attributes }) => attributes)
  }
  return partners.length > 0
}

/** A campaign whose sender is not verified sends nothing until it is again. */
async function sendToMatching<Partner extends PartnerOfWorkflow>(
  scope: JobScope,
  campaign: Campaign,
  partners: readonly Partner[],
  eventsOf: (partner: Partner) => readonly WorkflowEvent[],
): Promise<void> {
  const matching = partners.filter((partner) => isTriggered(campaign.triggerConditions, eventsOf(partner), partner))
  if (matching.length === 0 || !(await hasVerifiedSender(scope, campaign))) return
  await queueCampaign(
    scope,
    campaign,
    matching.map(({ partnerId }) => partnerId),
  )
}

async function activeCampaigns(scope: JobScope, programId: string): Promise<Campaign[]> {
  const campaigns = await scope.em.find(Campaign, { programId, type: 'transactional', status: 'active' }, { refresh: true })
  return campaigns.length > 0 && (await mayProgramSend(scope, programId)) ? campaigns : []
}

async function mayProgramSend(scope: JobScope, programId: string): Promise<boolean> {
  const { plan, isDisabled } = await workspaceOfProgram(scope, programId)
  return !isDisabled && planHas(plan, 'campaigns')
}

/** Sends the campaigns for partners who join to one who was approved. */
export async function welcomePartner(scope: JobScope, { programId, partnerId, from, to }: EnrolmentChange): Promise<void> {
  const isNew = to === 'approved' && (from === null || ['pending', 'invited', 'declined', 'rejected'].includes(from))
  if (!isNew) return
  const partner = await findPartnerFacts(scope, programId, partnerId, scope.now())
  if (!partner) return
  for (const campaign of await activeCampaigns(scope, programId)) await sendToMatching(scope, campaign, [partner], () => ['partnerJoined'])
}

/** Sends campaigns to partners who are enrolled for a number of days since yesterday. */
export async function sendCampaignsByEnrolledDays(scope: JobScope, stop: AbortSignal): Promise<void> {
  const campaigns = await scope.em.find(Campaign, { type: 'transactional', status: 'active' })
  for (const campaign of campaigns) {
    const condition = campaign.triggerConditions.find(({ attribute }) => attribute === 'partnerEnrolledDays')
    if (condition?.attribute !== 'partnerEnrolledDays') continue
    let after: string | null = ''
    while (after !== null && !stop.aborted)
      after = await inTransaction(scope, () => sendAfter(scope, campaign.id, condition.value, after ?? ''))
  }
}

/** One batch; returns the last enrolment of it, or null at the end. */
async function sendAfter(scope: JobScope, campaignId: string, enrolledDays: number, after: string): Promise<string | null> {
  const campaign = await scope.em.findOne(Campaign, { id: campaignId, status: 'active' }, { refresh: true })
  if (!campaign || !(await mayProgramSend(scope, campaign.programId))) return null
  const now = scope.now()
  const end = new Date(now.getTime() - days(enrolledDays))
  const period = { programId: campaign.programId, start: new Date(end.getTime() - lateMs), end, now }
  const partners = await partnersEnrolledBetween(scope, period, after, batchSize)
  await sendToMatching(scope, campaign, partners, () => ['partnerEnrolledDays'])
  return partners.length === batchSize ? (partners.at(-1)?.enrolmentId ?? null) : null
}
