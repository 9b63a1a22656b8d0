import { newId, randomText } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { Campaign } from '../campaigns/campaign.entity.js'
import { renderText } from '../content/render.js'
import { interpolate } from '../content/variables.js'
import { sendNotificationEmailJob } from '../jobs.js'
import { insertCampaignMessages } from '../messages/message.queries.js'
import { insertEmails, type NewEmail } from './notification-email.queries.js'
import { variableValuesOf } from './partner-values.js'
import { recipientsOf } from './recipients.queries.js'

/** Long enough that the address of another partner's email cannot be guessed. */
export const newEmailToken = () => randomText(43)

/**
 * Sends a campaign to those of the partners whom it is for and who did not get it. The rows of the emails are committed with their jobs, so
 * that an interrupted or repeated call sends nothing twice. Each partner also finds it in the thread with the program.
 */
export async function queueCampaign(scope: Scope, campaign: Campaign, partnerIds: readonly string[]): Promise<void> {
  const now = scope.now()
  const emails = (await recipientsOf(scope, campaign, partnerIds)).map(({ partnerId, email }): NewEmail => ({
    id: newId('em_', now.getTime()),
    programId: campaign.programId,
    partnerId,
    campaignId: campaign.id,
    recipient: email,
    token: newEmailToken(),
    createdAt: now,
  }))
  if (emails.length === 0) return
  const inserted = await insertEmails(scope, emails)
  const queued = emails.filter(({ id }) => inserted.has(id))
  for (const { id } of queued) scope.enqueue(sendNotificationEmailJob, { emailId: id })
  await addToThreads(scope, campaign, queued)
}

async function addToThreads(scope: Scope, campaign: Campaign, emails: readonly NewEmail[]): Promise<void> {
  const values = await variableValuesOf(scope, campaign.programId, [...new Set(emails.map(({ partnerId }) => partnerId))])
  const now = scope.now()
  const messages = [...values].map(([partnerId, variables]) => ({
    id: newId('msg_', now.getTime()),
    partnerId,
    subject: interpolate(campaign.subject, variables),
    text: renderText(campaign.body, variables),
  }))
  await insertCampaignMessages(scope, { id: campaign.id, programId: campaign.programId, userId: campaign.userId ?? null, now }, messages)
}
