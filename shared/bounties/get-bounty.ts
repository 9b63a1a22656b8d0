import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { partnerNotEnrolled, requireProgramId } from '../partners/index.js'
import { Bounty } from './bounty.entity.js'
import { audiencesOf, type EnrolledPartner, findEnrolledPartner, noSubmissions, submissionCountsOf } from './bounty.queries.js'
import type { BountyResponse, GetBounties } from './bounty.schema.js'
import { type Audience, isOpenForPartner } from './eligibility.js'
import { bountyHasSubmissions } from './errors.js'
import { effectivePeriod } from './periods.js'
import { presentBounty } from './present-bounty.js'
import { lockBounty, requireBounty } from './require-bounty.js'

/** Bounties of a program that are loaded to find those of a partner. */
const maxOfProgram = 1000

export async function getBounty(scope: WorkspaceScope, id: string): Promise<BountyResponse> {
  const bounty = await requireBounty(scope, id)
  return presentBounty(bounty, (await audiencesOf(scope, [id])).get(id) as Audience)
}

/** Newest first. */
export async function listBounties(scope: WorkspaceScope, query: GetBounties): Promise<BountyResponse[]> {
  const programId = requireProgramId(scope)
  const { page = 1, pageSize } = query
  const offset = (page - 1) * pageSize
  const presented = query.partnerId
    ? (await listBountiesOfPartner(scope, { programId, partnerId: query.partnerId })).slice(offset, offset + pageSize)
    : await presentAll(scope, await scope.em.find(Bounty, { programId }, { orderBy: { id: 'desc' }, limit: pageSize, offset }))
  if (!query.includeSubmissionsCount) return presented
  const counts = await submissionCountsOf(
    scope,
    presented.map(({ id }) => id),
  )
  return presented.map((bounty) => ({ ...bounty, submissionsCountData: counts.get(bounty.id) ?? noSubmissions }))
}

async function presentAll(scope: Scope, bounties: readonly Bounty[]): Promise<BountyResponse[]> {
  const audiences = await audiencesOf(
    scope,
    bounties.map(({ id }) => id),
  )
  return bounties.map((bounty) => presentBounty(bounty, audiences.get(bounty.id) as Audience))
}

export interface PartnerOfProgram {
  programId: string
  partnerId: string
}

/** The enrolment of the partner; throws if there is none. */
export async function requireEnrolledPartner(
  scope: Pick<Scope, 'em'>,
  { programId, partnerId }: PartnerOfProgram,
): Promise<EnrolledPartner> {
  const partner = await findEnrolledPartner(scope, programId, partnerId)
  if (!partner) throw partnerNotEnrolled(partnerId, programId)
  return partner
}

/** The open bounties for a partner, newest first, with the dates that apply to it. */
export async function listBountiesOfPartner(scope: Scope, ref: PartnerOfProgram): Promise<BountyResponse[]> {
  const partner = await requireEnrolledPartner(scope, ref)
  const bounties = await scope.em.find(Bounty, { programId: ref.programId }, { orderBy: { id: 'desc' }, limit: maxOfProgram })
  const audiences = await audiencesOf(
    scope,
    bounties.map(({ id }) => id),
  )
  const now = scope.now()
  return bounties.flatMap((bounty) => {
    const audience = audiences.get(bounty.id) as Audience
    if (!isOpenForPartner(bounty, audience, partner, now)) return []
    const { start, end } = effectivePeriod(bounty, partner.enrolledAt)
    return [{ ...presentBounty(bounty, audience), startsAt: start.toISOString(), endsAt: end?.toISOString() ?? null }]
  })
}

export async function deleteBounty(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const bounty = await lockBounty(scope, id)
  if ((await submissionCountsOf(scope, [id])).has(id)) throw bountyHasSubmissions()
  await scope.em.removeAndFlush(bounty)
  return { id }
}
