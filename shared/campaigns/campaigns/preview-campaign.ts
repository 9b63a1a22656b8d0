import { membersToNotify, sendEmailJob, type WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram, requireEnrolment } from '../../partners/index.js'
import { emailOf } from '../content/email-layout.js'
import { senderOf } from '../content/from-address.js'
import { renderCampaign } from '../content/render-campaign.js'
import { requireVerifiedSender } from '../email-domains/require-verified-sender.js'
import { previewRecipientUnknown } from '../errors.js'
import { sampleValues, variableValuesOf } from '../sending/partner-values.js'
import type { Campaign } from './campaign.entity.js'
import type { PreviewCampaignInput } from './campaign.schema.js'
import { requireCampaign } from './require-campaign.js'

/** The campaign as one partner gets it. Members of the workspace may get it as a test email, which is not counted. */
export async function previewCampaign(scope: WorkspaceScope, id: string, { emailAddresses = [], partnerId }: PreviewCampaignInput = {}) {
  const campaign = await requireCampaign(scope, id)
  const email = await emailFor(scope, campaign, partnerId)
  const sentTo = [...new Set(emailAddresses.map((address) => address.toLowerCase()))]
  const members = new Set((await membersToNotify(scope, scope.workspace.id, {})).map((address) => address.toLowerCase()))
  const stranger = sentTo.find((address) => !members.has(address))
  if (stranger) throw previewRecipientUnknown(stranger)
  if (sentTo.length > 0) await requireVerifiedSender(scope, campaign)
  for (const to of sentTo) scope.enqueue(sendEmailJob, { to, ...email, ...senderOf(campaign), subject: `[Test] ${email.subject}` })
  return { from: campaign.sender ?? scope.config.mailFrom, ...email, sentTo }
}

/** The HTML of the email as one partner gets it, or with sample values. */
export async function campaignEmail(scope: WorkspaceScope, id: string, { partnerId }: { partnerId?: string | undefined }): Promise<string> {
  const { html } = await emailFor(scope, await requireCampaign(scope, id), partnerId)
  return html
}

async function emailFor(scope: WorkspaceScope, campaign: Campaign, partnerId: string | undefined) {
  const program = await requireDefaultProgram(scope)
  const { subject, preview, ...body } = renderCampaign(campaign, await valuesFor(scope, program, partnerId))
  const portalUrl = `${scope.config.baseUrl}/portal`
  return { subject, ...emailOf({ ...body, preview, programName: program.name, portalUrl, unsubscribeUrl: null, openedUrl: null }) }
}

async function valuesFor(scope: WorkspaceScope, program: { id: string }, partnerId: string | undefined) {
  if (!partnerId) return sampleValues
  await requireEnrolment(scope, program, { partnerId })
  return (await variableValuesOf(scope, program.id, [partnerId])).get(partnerId) ?? sampleValues
}
