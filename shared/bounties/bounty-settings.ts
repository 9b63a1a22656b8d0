/** Checks and stores what callers set of a bounty. */
import { requireFeature, type WorkspaceScope } from '../accounts/index.js'
import { parseInstant } from '../kernel/parse-instant.js'
import { type BountySettings, bountyError } from './bounty-rules.js'
import type { Bounty } from './bounty.entity.js'
import { setAudience } from './bounty.queries.js'
import { bountyInvalid, dateInvalid, groupsUnknown, tagsUnknown } from './errors.js'
import { openBountyJob } from './jobs.js'
import { requireMetricsSource } from './social/metrics-source.js'

/** Undefined stays undefined, because it means unchanged. */
export function parseDate<Text extends string | null | undefined>(field: string, text: Text, now: Date) {
  if (text === undefined || text === null) return text as Exclude<Text, string>
  const date = parseInstant(text, now)
  if (!date) throw dateInvalid(field)
  return date
}

/** Throws for settings that do not fit together or that plan or installation do not support. */
export function requireValidSettings(scope: WorkspaceScope, bounty: BountySettings): void {
  const message = bountyError(bounty)
  if (message !== null) throw bountyInvalid(message)
  const social = bounty.submissionRequirements?.socialMetrics
  if (!social) return
  requireFeature(scope.workspace, 'bountyMetrics')
  requireMetricsSource(scope, social.platform)
}

/**
 * A job opens the bounty again at its start, so that counts follow its settings. One that was open before sends no further emails: partners
 * get them at the start.
 */
export function openAgain({ enqueue }: WorkspaceScope, bounty: Bounty): void {
  if (bounty.openedAt) Object.assign(bounty, { openedAt: null, notifiesPartners: false })
  enqueue(openBountyJob, { bountyId: bounty.id })
}

interface AudienceInput {
  groupIds?: readonly string[] | null | undefined
  partnerTagIds?: readonly string[] | null | undefined
}

/** Stores groups and tags; undefined leaves them as they are. */
export async function storeAudience(
  scope: WorkspaceScope,
  bounty: { id: string; programId: string },
  { groupIds, partnerTagIds }: AudienceInput,
): Promise<void> {
  if (groupIds !== undefined) {
    const unknown = await setAudience(scope, bounty, 'groups', groupIds ?? [])
    if (unknown.length > 0) throw groupsUnknown(unknown)
  }
  if (partnerTagIds !== undefined) {
    const unknown = await setAudience(scope, bounty, 'tags', partnerTagIds ?? [])
    if (unknown.length > 0) throw tagsUnknown(unknown)
  }
}
