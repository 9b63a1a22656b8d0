import { isEmailRefused, sendEmail } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { Campaign } from '../campaigns/campaign.entity.js'
import { emailOf } from '../content/email-layout.js'
import { senderOf } from '../content/from-address.js'
import { renderCampaign } from '../content/render-campaign.js'
import { emailedMessagesOf } from '../messages/message.queries.js'
import { messagesEmail } from '../messages/messages-email.js'
import { deleteEmail, type EmailToSend, findEmailToSend, markBounced, markDelivered } from './notification-email.queries.js'
import { variableValuesOf } from './partner-values.js'
import { openedImagePath, unsubscribePath } from './paths.js'

/**
 * Sends one email. What the mail server accepts counts as delivered, what it refuses as bounced; other errors are retried. If the process
 * dies between the two, the copy has the same message id.
 */
export async function sendNotificationEmail(scope: JobScope, { emailId }: { emailId: string }): Promise<void> {
  const email = await findEmailToSend(scope, emailId)
  if (!email) return
  const content = await contentOf(scope, email)
  if (!content) {
    await inTransaction(scope, () => deleteEmail(scope, emailId))
    return
  }
  try {
    await sendEmail(scope, { to: email.recipient, messageId: `${email.id}@${new URL(scope.config.baseUrl).hostname}`, ...content })
  } catch (error) {
    if (!isEmailRefused(error)) throw error
    await inTransaction(scope, () => markBounced(scope, emailId, (error as Error).message, scope.now()))
    return
  }
  await inTransaction(scope, () => markDelivered(scope, emailId, scope.now()))
}

/** After the last attempt. */
export async function failNotificationEmail({ scope, payload, error }: { scope: JobScope; payload: unknown; error: Error }): Promise<void> {
  await markBounced(scope, (payload as { emailId: string }).emailId, error.message, scope.now())
}

/** Null for an email that should not leave any more: its campaign is not wanted, or its messages were read. */
async function contentOf(scope: JobScope, email: EmailToSend) {
  const openedUrl = `${scope.config.baseUrl}${openedImagePath}/${email.token}`
  const portalUrl = `${scope.config.baseUrl}/portal`
  if (!email.campaignId) {
    const messages = await emailedMessagesOf(scope, email.id)
    return messages.length > 0 ? messagesEmail(email.programName, messages, { openedUrl, portalUrl: `${portalUrl}/messages` }) : null
  }
  if (!email.isWanted) return null
  const campaign = await scope.em.findOne(Campaign, email.campaignId, { refresh: true })
  const values = (await variableValuesOf(scope, email.programId, [email.partnerId])).get(email.partnerId)
  if (!campaign || !values) return null
  const unsubscribeUrl = `${scope.config.baseUrl}${unsubscribePath}?token=${email.token}`
  const { subject, preview, ...body } = renderCampaign(campaign, values)
  return {
    subject,
    ...emailOf({ ...body, preview, programName: email.programName, portalUrl, unsubscribeUrl, openedUrl }),
    ...senderOf(campaign),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      ...(email.supportEmail ? { 'Reply-To': email.supportEmail } : {}),
    },
  }
}
