/** Which partners may take part in a bounty. Pure. */
import type { Bounty } from './bounty.entity.js'
import { effectivePeriod, isWithin } from './periods.js'

export interface Audience {
  /** Empty for every group. */
  groupIds: readonly string[]
  /** A partner needs one of them. Empty for every partner. */
  tagIds: readonly string[]
}

export interface Candidate {
  groupId: string | null
  tagIds: readonly string[]
  enrolledAt: Date
}

/** Others neither submit nor reach a goal. */
export const isActivePartner = ({ status }: { status: string }) => status === 'approved' || status === 'archived'

type BountyDates = Pick<Bounty, 'startMode' | 'startsAt' | 'endsAt' | 'endsAfterDays' | 'createdAt'>

/** Whether the bounty is for the partner, open or not. A relative bounty is for partners who enrol after its creation. */
export function isForPartner(bounty: BountyDates, { groupIds, tagIds }: Audience, partner: Candidate): boolean {
  if (groupIds.length > 0 && !groupIds.includes(partner.groupId ?? '')) return false
  if (tagIds.length > 0 && !partner.tagIds.some((id) => tagIds.includes(id))) return false
  return bounty.startMode === 'absolute' || partner.enrolledAt >= bounty.createdAt
}

/** Whether the bounty is for the partner and open now. */
export const isOpenForPartner = (bounty: BountyDates, audience: Audience, partner: Candidate, now: Date): boolean =>
  isForPartner(bounty, audience, partner) && isWithin(effectivePeriod(bounty, partner.enrolledAt), now)
