/**
 * Brings the links of partners in line with their group and their program. Idempotent: what is in line already stays untouched. Links
 * beyond the quota of the workspace are left out until the next run for their partners, so that they do not keep other links as they were.
 */
import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { randomText } from '../../kernel/ids.js'
import type { JobScope } from '../../kernel/scope.js'
import { isKeyTaken, lookupKeysOf, runInBatches, updateLink } from '../../links/index.js'
import type { EnrolmentStatus } from '../enrolment.entity.js'
import { isActive } from '../enrolments/enrolment-status.js'
import { syncLinksJob } from '../jobs.js'
import type { Program } from '../programs/program.entity.js'
import { slugify } from '../slugs.js'
import { campaignChanges, campaignIn, type UtmValues } from './campaign.js'
import { bindDefaultLink, deleteUnusedDefaultLinks, linksToSync, type SyncedLink, unbindDefaultLinks } from './partner-link.queries.js'
import { planDefaultLinks } from './plan-default-links.js'
import { programScope } from './program-scope.js'
import { storePartnerLink } from './store-partner-link.js'
import { defaultLinksOfGroups, enrolmentsToSync, lockSync, type SyncedEnrolment, templatesOfGroups } from './sync-links.queries.js'

const batchSize = 25

interface SyncPayload {
  programId: string
  groupId?: string | undefined
  partnerIds?: string[] | undefined
  formerTemplate?: UtmValues | undefined
  formerUrl?: string | undefined
  after?: string | undefined
}

export async function syncLinks(scope: JobScope, payload: SyncPayload): Promise<void> {
  const progress = { ...payload }
  try {
    await syncInBatches(scope, progress)
  } catch (error) {
    // A conflict passes, such as that with a domain whose links are being moved to its new name. The queue does not retry a ServiceError.
    throw error instanceof ServiceError && error.code === 'conflict' ? new Error(error.message, { cause: error }) : error
  }
}

const syncInBatches = (scope: JobScope, progress: SyncPayload): Promise<void> =>
  runInBatches(scope, syncLinksJob, progress, async () => {
    await lockSync(scope, progress.programId)
    const found = await programScope(scope, progress.programId)
    const enrolments = found ? await enrolmentsToSync(scope, progress, batchSize) : []
    if (found) await syncBatch(found.owner, found.program, enrolments, progress)
    progress.after = enrolments.at(-1)?.id
    if (enrolments.length === batchSize) return true
    await deleteUnusedDefaultLinks(scope, progress.programId)
    return false
  })

export interface DefaultLinkOfGroup {
  id: string
  groupId: string
  url: string
}

async function syncBatch(
  scope: WorkspaceScope,
  program: Program,
  enrolments: readonly SyncedEnrolment[],
  { formerTemplate = {}, formerUrl = '' }: SyncPayload,
): Promise<void> {
  const groupIds = [...new Set(enrolments.flatMap(({ groupId }) => groupId ?? []))]
  const defaults = await defaultLinksOfGroups(scope, groupIds)
  const templates = await templatesOfGroups(scope, groupIds)
  const links = await withTargets(
    scope,
    program,
    await linksToSync(
      scope,
      program.id,
      enrolments.map(({ partnerId }) => partnerId),
    ),
  )
  const quota = { left: scope.workspace.linksLimit - scope.workspace.linksUsage }
  for (const enrolment of enrolments)
    await syncEnrolment(scope, program, enrolment, {
      quota,
      links: links.filter(({ partnerId }) => partnerId === enrolment.partnerId),
      defaults: defaults.filter(({ groupId }) => groupId === enrolment.groupId),
      template: templates.get(enrolment.groupId ?? '') ?? null,
      formerTemplate,
      formerCampaign: campaignIn(formerUrl),
    })
}

/** The domain that a link moves to, and the form in which that domain compares its key; null for a link that stays. */
interface MovableLink extends SyncedLink {
  target: { domain: string; lookupKey: string } | null
}

async function withTargets(scope: WorkspaceScope, { domain }: Program, links: readonly SyncedLink[]): Promise<MovableLink[]> {
  if (!domain) return links.map((link) => ({ ...link, target: null }))
  const lookupKeys = await lookupKeysOf(
    scope,
    links.map(({ key }) => ({ domain, key })),
  )
  return links.map((link, index) => ({
    ...link,
    target: link.domain === domain ? null : { domain, lookupKey: lookupKeys[index] as string },
  }))
}

interface Surroundings {
  links: readonly MovableLink[]
  defaults: readonly DefaultLinkOfGroup[]
  template: UtmValues | null
  /** Parameters that links may still have from a former template. */
  formerTemplate: UtmValues
  /** Parameters that copies may still have from the former url of their default link. */
  formerCampaign: UtmValues
  /** How many links the batch may still create. */
  quota: { left: number }
}

const hasLinks = (status: EnrolmentStatus) => isActive(status) || status === 'invited'

async function syncEnrolment(scope: WorkspaceScope, program: Program, enrolment: SyncedEnrolment, around: Surroundings): Promise<void> {
  const { links, defaults, template, quota } = around
  const plan = planDefaultLinks(links, defaults, template)
  for (const { linkId, defaultLinkId } of plan.bind) await bindDefaultLink(scope, linkId, defaultLinkId)
  await unbindDefaultLinks(scope, plan.unbind)
  const newUrls = new Map(plan.redirect.map(({ linkId, url }) => [linkId, url]))
  for (const link of links) await updateSyncedLink(scope, link, newUrls.get(link.id), around)
  if (!program.domain || !hasLinks(enrolment.status)) return
  for (const { id, url } of plan.create) {
    if (quota.left-- <= 0) return scope.log.warn({ partnerId: enrolment.partnerId }, 'default link not created, link quota exhausted')
    const key = slugify(enrolment.name) || undefined
    const link = await storePartnerLink(scope, { program, enrolment, template }, { url, key, isKeyFlexible: true, isCopy: true })
    await bindDefaultLink(scope, link.id, id)
  }
}

async function updateSyncedLink(scope: WorkspaceScope, link: MovableLink, newUrl: string | undefined, around: Surroundings): Promise<void> {
  const campaign = campaignChanges(around.template ?? {}, formerCampaignOf(link, around), { url: link.url, newUrl })
  const { target } = link
  if (!newUrl && !target && Object.keys(campaign).length === 0) return
  const hasConflict = target !== null && (await isKeyTaken(scope, target.domain, target.lookupKey))
  await updateLink(scope, link.id, {
    ...(newUrl ? { url: newUrl } : {}),
    ...(target ? { domain: target.domain } : {}),
    ...(hasConflict ? { key: `${link.key}-${randomText(4).toLowerCase()}` } : {}),
    ...campaign,
  })
}

/** The parameters that the link may still have from elsewhere. A copy keeps those that its default link sets. */
function formerCampaignOf(
  { defaultLinkId }: Pick<SyncedLink, 'defaultLinkId'>,
  { defaults, formerTemplate, formerCampaign }: Surroundings,
): UtmValues {
  const copied = defaults.find(({ id }) => id === defaultLinkId)
  if (!copied) return formerTemplate
  const kept = campaignIn(copied.url)
  const former = Object.entries({ ...formerTemplate, ...formerCampaign })
  return Object.fromEntries(former.filter(([key]) => !(key in kept)))
}
