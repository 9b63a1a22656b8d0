import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { parseInstant } from '../../kernel/parse-instant.js'
import { requireProgramId } from '../../partners/index.js'
import { emptyDocument } from '../content/document.js'
import { requireVerifiedSender } from '../email-domains/require-verified-sender.js'
import {
  audienceUnknown,
  campaignIncomplete,
  campaignNotDeletable,
  campaignNotEditable,
  conditionsInvalid,
  dateInvalid,
  statusNotAllowed,
} from '../errors.js'
import { broadcastJob } from '../jobs.js'
import { detachEmails } from '../sending/notification-email.queries.js'
import { conditionsError } from '../workflows/conditions.js'
import { isEditable, nextCampaignStatus, operationForStatus } from './campaign-states.js'
import { Campaign } from './campaign.entity.js'
import { unknownAudience } from './campaign.queries.js'
import type { CampaignResponse, CreateCampaign, UpdateCampaign } from './campaign.schema.js'
import { presentCampaign } from './present-campaign.js'
import { requireCampaign } from './require-campaign.js'

const newCampaign = (scope: WorkspaceScope): Omit<Campaign, 'type' | 'programId'> => ({
  id: newId('cmp_', scope.now().getTime()),
  userId: scope.actor.user.id,
  status: 'draft',
  name: 'Untitled',
  subject: '',
  preview: null,
  sender: null,
  body: emptyDocument,
  groupIds: [],
  partnerTagIds: [],
  triggerConditions: [],
  scheduledAt: null,
  sentThrough: null,
  createdAt: scope.now(),
  updatedAt: scope.now(),
})

/** Creates a draft. */
export async function createCampaign(scope: WorkspaceScope, { type, ...input }: CreateCampaign): Promise<CampaignResponse> {
  const campaign = scope.em.create(Campaign, { ...newCampaign(scope), programId: requireProgramId(scope), type })
  await applyInput(scope, campaign, input)
  await scope.em.persistAndFlush(campaign)
  return presentCampaign(campaign)
}

/** Changes the given fields, then the status. A marketing campaign that is due is sent at once. */
export async function updateCampaign(scope: WorkspaceScope, id: string, { status, ...input }: UpdateCampaign): Promise<CampaignResponse> {
  const campaign = await requireCampaign(scope, id, { locked: true })
  const isChanged = Object.values(input).some((value) => value !== undefined)
  if (isChanged && !isEditable(campaign.status)) throw campaignNotEditable(campaign.status)
  await applyInput(scope, campaign, input)
  if (status !== undefined && status !== campaign.status) await changeStatus(scope, campaign, status)
  else if (campaign.status === 'scheduled') await requireComplete(scope, campaign)
  campaign.updatedAt = scope.now()
  await scope.em.flush()
  const { scheduledAt } = campaign
  if (campaign.status === 'scheduled' && (!scheduledAt || scheduledAt <= scope.now())) scope.enqueue(broadcastJob, { campaignId: id })
  return presentCampaign(campaign)
}

async function changeStatus(scope: WorkspaceScope, campaign: Campaign, status: Campaign['status']): Promise<void> {
  const operation = operationForStatus[status]
  const next = operation && nextCampaignStatus(campaign.type, campaign.status, operation)
  if (!next) throw statusNotAllowed(campaign.type, campaign.status, status)
  if (next === 'scheduled' || next === 'active') await requireComplete(scope, campaign)
  campaign.status = next
}

/** Throws unless the campaign can be sent as it is. */
async function requireComplete(scope: WorkspaceScope, campaign: Campaign): Promise<void> {
  if (!campaign.subject) throw campaignIncomplete('subject')
  if (!campaign.body.content?.length) throw campaignIncomplete('bodyJson')
  if (campaign.type === 'transactional' && campaign.triggerConditions.length === 0) throw campaignIncomplete('triggerConditions')
  await requireVerifiedSender(scope, campaign)
}

async function applyInput(scope: WorkspaceScope, campaign: Campaign, input: Omit<UpdateCampaign, 'status'>): Promise<void> {
  const { name, subject, preview, from, bodyJson, scheduledAt, triggerConditions } = input
  if (name !== undefined) campaign.name = name
  if (subject !== undefined) campaign.subject = subject
  if (preview !== undefined) campaign.preview = preview || null
  if (bodyJson !== undefined) campaign.body = bodyJson
  if (from !== undefined) {
    campaign.sender = from || null
    await requireVerifiedSender(scope, campaign)
  }
  if (scheduledAt !== undefined && campaign.type === 'marketing') campaign.scheduledAt = parseDate(scheduledAt, scope.now())
  if (triggerConditions !== undefined && campaign.type === 'transactional') {
    const message = conditionsError(triggerConditions ?? [])
    if (message !== null) throw conditionsInvalid(message)
    campaign.triggerConditions = triggerConditions ?? []
  }
  for (const field of ['groupIds', 'partnerTagIds'] as const)
    if (input[field] !== undefined) campaign[field] = await requireKnown(scope, campaign, field, input[field] ?? [])
}

/** A group or tag that was deleted meanwhile can stay: it matches no partner. */
async function requireKnown(
  scope: WorkspaceScope,
  campaign: Campaign,
  field: 'groupIds' | 'partnerTagIds',
  ids: readonly string[],
): Promise<string[]> {
  const added = ids.filter((id) => !campaign[field].includes(id))
  const unknown = await unknownAudience(scope, campaign.programId, field, added)
  if (unknown.length > 0) throw audienceUnknown(field, unknown)
  return [...new Set(ids)]
}

function parseDate(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const date = parseInstant(text, now)
  if (!date) throw dateInvalid('scheduledAt')
  return date
}

/** Copies a campaign in any status as a draft without a date. */
export async function duplicateCampaign(scope: WorkspaceScope, id: string): Promise<CampaignResponse> {
  const { name, programId, type, subject, preview, sender, body, groupIds, partnerTagIds, triggerConditions } = await requireCampaign(
    scope,
    id,
  )
  const suffix = ' (copy)'
  const campaign = scope.em.create(Campaign, {
    ...newCampaign(scope),
    ...{ programId, type, subject, preview, sender, body, groupIds, partnerTagIds, triggerConditions },
    name: name.slice(0, 100 - suffix.length) + suffix,
  })
  await scope.em.persistAndFlush(campaign)
  return presentCampaign(campaign)
}

/** Deletes a campaign with the counts of its emails. The messages in the threads of partners stay, and so do links to unsubscribe. */
export async function deleteCampaign(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const campaign = await requireCampaign(scope, id, { locked: true })
  if (campaign.status === 'sending' || campaign.status === 'active') throw campaignNotDeletable(campaign.status)
  await detachEmails(scope, id)
  await scope.em.removeAndFlush(campaign)
  return { id }
}
