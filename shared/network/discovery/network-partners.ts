/** Partners of the network, whom a program may invite. Their addresses stay hidden. */
import type { z } from 'zod'
import { planLimits, planTier, requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { days } from '../../kernel/time.js'
import { findEnrolment, invitePartner, Partner, type Program, requireDefaultProgram } from '../../partners/index.js'
import { alreadyInProgram, networkInvitesUsedUp, networkPartnerNotFound } from '../errors.js'
import { DiscoveredPartner } from './discovered-partner.entity.js'
import type {
  CountNetworkPartners,
  GetNetworkPartners,
  inviteNetworkPartnerSchema,
  NetworkDecision,
  NetworkInvitesUsage,
  NetworkPartner,
} from './network-partner.schema.js'
import { countNetworkPartnersBy, insertDiscovery, invitesSince, lockInvites, networkPartnersMatching } from './network-partners.queries.js'

const quotaMs = days(7)

export async function listNetworkPartners(scope: WorkspaceScope, query: GetNetworkPartners): Promise<NetworkPartner[]> {
  return networkPartnersMatching(scope, (await requireDiscovery(scope)).id, query)
}

export async function countNetworkPartners(scope: WorkspaceScope, query: CountNetworkPartners) {
  return countNetworkPartnersBy(scope, (await requireDiscovery(scope)).id, query)
}

/** Invites of the last seven days. */
export async function networkInvitesUsage(scope: WorkspaceScope): Promise<z.infer<typeof NetworkInvitesUsage>> {
  requireFeature(scope.workspace, 'partnerDiscovery')
  const since = new Date(scope.now().getTime() - quotaMs)
  const { count, first } = await invitesSince(scope, scope.workspace.id, since)
  const resetsAt = first === null ? null : new Date(new Date(first).getTime() + quotaMs).toISOString()
  return { usage: count, limit: planLimits[planTier(scope.workspace.plan)].networkInvites, resetsAt }
}

export async function starPartner(scope: WorkspaceScope, partnerId: string, { starred }: { starred: boolean }) {
  const { row } = await requireDecision(scope, partnerId)
  row.starredAt = starred ? (row.starredAt ?? scope.now()) : null
  return present(row)
}

export async function ignorePartner(scope: WorkspaceScope, partnerId: string, { ignored }: { ignored: boolean }) {
  const { row } = await requireDecision(scope, partnerId)
  row.ignoredAt = ignored ? (row.ignoredAt ?? scope.now()) : null
  return present(row)
}

/** Invites the partner by email, within the weekly quota of the workspace. */
export async function inviteNetworkPartner(
  scope: WorkspaceScope,
  partnerId: string,
  { groupId, username, emailSubject, emailTitle, emailBody }: z.infer<typeof inviteNetworkPartnerSchema>,
) {
  const { row, partner, program } = await requireDecision(scope, partnerId)
  if (await findEnrolment(scope, program, { partnerId })) throw alreadyInProgram()
  await lockInvites(scope, scope.workspace.id)
  const { usage, limit } = await networkInvitesUsage(scope)
  if (usage >= limit) throw networkInvitesUsedUp(limit)
  const emailData = { subject: emailSubject, title: emailTitle, body: emailBody }
  await invitePartner(scope, { email: partner.email ?? '', name: partner.name, groupId, username, emailData })
  row.invitedAt = scope.now()
  row.ignoredAt = null
  return present(row)
}

async function requireDiscovery(scope: WorkspaceScope): Promise<Program> {
  requireFeature(scope.workspace, 'partnerDiscovery')
  return requireDefaultProgram(scope)
}

/** The decision of the program about a partner of the network; stored if it is the first. */
async function requireDecision(scope: WorkspaceScope, partnerId: string) {
  const { em } = scope
  const program = await requireDiscovery(scope)
  const partner = await em.findOne(Partner, { id: partnerId, networkStatus: { $in: ['approved', 'trusted'] }, email: { $ne: null } })
  if (!partner) throw networkPartnerNotFound()
  await insertDiscovery(scope, program.id, partnerId)
  return { row: await em.findOneOrFail(DiscoveredPartner, { programId: program.id, partnerId }), partner, program }
}

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null
const present = ({ id, partnerId, starredAt, ignoredAt, invitedAt }: DiscoveredPartner): z.infer<typeof NetworkDecision> => ({
  id,
  partnerId,
  starredAt: iso(starredAt),
  ignoredAt: iso(ignoredAt),
  invitedAt: iso(invitedAt),
})
