/** Merging the enrolments of two accounts of one partner. The earnings are moved in between, in the same transaction. */
import { publishWebhookEvent, Workspace } from '../../accounts/index.js'
import { extendScope, type Scope } from '../../kernel/scope.js'
import { invalidateLinks } from '../../links/index.js'
import { Enrolment, type EnrolmentStatus } from '../enrolment.entity.js'
import { isCounted } from '../enrolments/enrolment-status.js'
import { disableLinks, expireLinks, type LockedEnrolment, lockEnrolments } from '../enrolments/enrolment.queries.js'
import { enrolmentChanged, partnerMerged } from '../events.js'
import { Program } from '../programs/program.entity.js'
import {
  adoptStatus,
  moveActivities,
  moveLinksToPartner,
  moveReferrals,
  moveTagsAndComments,
  partnerIdentities,
  partnersReferredBy,
  repointEnrolment,
  setReferrer,
  setTenant,
  uncountPartner,
} from './merge-enrolments.queries.js'

export interface MergedPartner {
  programId: string
  sourcePartnerId: string
  targetPartnerId: string
}

/** Statuses of a target that has not begun to act for the program. */
const notStarted = new Set<EnrolmentStatus>(['pending', 'invited', 'declined', 'rejected'])

export interface StartedMerge {
  targetAlreadyEnrolled: boolean
  /** Whether the source counts towards the limit of partners, and the target does not count in its place. */
  isUncounted: boolean
}

/**
 * Moves the enrolment of the source with its links to the target, and whom the source referred. If both are enrolled, the one of the source
 * stays until `finishEnrolmentMerge`. The links end if the target is banned or deactivated. Returns null if the source is not enrolled.
 */
export async function startEnrolmentMerge(scope: Scope, merge: MergedPartner): Promise<StartedMerge | null> {
  const { programId, sourcePartnerId, targetPartnerId } = merge
  const referredIds = await partnersReferredBy(scope, programId, sourcePartnerId)
  const enrolments = await lockEnrolments(scope, programId, [sourcePartnerId, targetPartnerId, ...referredIds])
  const source = enrolments.find(({ partnerId }) => partnerId === sourcePartnerId)
  const target = enrolments.find(({ partnerId }) => partnerId === targetPartnerId)
  await moveReferrals(scope, merge)
  if (source && !target) await repointEnrolment(scope, source.id, targetPartnerId)
  const isAdopted = (source?.status === 'approved' || source?.status === 'archived') && notStarted.has(target?.status ?? 'approved')
  if (source && target) {
    if (isAdopted) await adoptStatus(scope, source.id, target.id)
    await setTenant(scope, source.id, target.id)
    await setReferrer(scope, source.id, target.id)
    await moveTagsAndComments(scope, source.id, target.id)
  }
  await moveActivities(scope, merge)
  const links = await moveLinksToPartner(scope, merge)
  if (target) await endLinksOfInactive(scope, programId, target)
  if (links.length > 0) invalidateLinks(scope, ...links)
  if (!source) return null
  const isUncounted = target !== undefined && isCounted(source) && (isCounted(target) || !isAdopted)
  return { targetAlreadyEnrolled: target !== undefined, isUncounted }
}

async function endLinksOfInactive(scope: Scope, programId: string, { partnerId, status }: LockedEnrolment): Promise<void> {
  if (status === 'banned') await disableLinks(scope, programId, [partnerId])
  if (status === 'deactivated') await expireLinks(scope, programId, [partnerId])
}

/** Deletes the enrolment of the source if both were enrolled, and announces the merge. */
export async function finishEnrolmentMerge(
  scope: Scope,
  merge: MergedPartner,
  { targetAlreadyEnrolled, isUncounted }: StartedMerge,
): Promise<void> {
  const { programId, sourcePartnerId, targetPartnerId } = merge
  const { workspaceId } = await scope.em.findOneOrFail(Program, programId)
  const source = await scope.em.findOne(Enrolment, { programId, partnerId: sourcePartnerId })
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (workspace)
    await publishWebhookEvent(extendScope(scope, { workspace }), 'partner.merged', async () => {
      const [sourcePartner, targetPartner] = await partnerIdentities(scope, merge)
      return [{ sourcePartner, targetPartner, targetAlreadyEnrolled }]
    })
  if (source) {
    await scope.em.remove(source).flush()
    if (isUncounted) scope.beforeCommit(() => uncountPartner(scope, workspaceId))
    const { id: enrolmentId, status: from } = source
    scope.announce(enrolmentChanged, { workspaceId, programId, partnerId: sourcePartnerId, enrolmentId, from, to: null })
  }
  scope.announce(partnerMerged, { workspaceId, programId, sourcePartnerId, targetPartnerId })
}
