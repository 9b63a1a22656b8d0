import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { groupLimitReached, groupSlugTaken } from '../errors.js'
import { limitOf } from '../plan-limits.js'
import { GroupDefaultLink } from './group-default-link.entity.js'
import { countGroupsOf } from './group.queries.js'
import type { CreateGroup, GroupResponse } from './group.schema.js'
import { lockGroupsOfProgram } from './lock-groups-of-program.js'
import { PartnerGroup } from './partner-group.entity.js'
import { presentGroup } from './present-group.js'
import { requireGroup } from './require-group.js'

/** Creates a group with the settings and the default links of the default group. Rewards and the discount are not copied. */
export async function createGroup(scope: WorkspaceScope, { name, slug, color }: CreateGroup): Promise<GroupResponse> {
  const { em } = scope
  const program = await lockGroupsOfProgram(scope)
  const limit = limitOf(scope, 'groups')
  if ((await countGroupsOf(scope, program.id)) >= limit) throw groupLimitReached(limit)
  const defaults = await requireGroup(scope, program, program.defaultGroupId)
  const now = scope.now()
  const times = { createdAt: now, updatedAt: now }
  const group = em.create(PartnerGroup, {
    ...copiedSettings(defaults),
    id: newId('grp_', now.getTime()),
    programId: program.id,
    name,
    slug,
    color: color ?? null,
    ...times,
  })
  await mapUniqueViolation(em.persist(group).flush(), () => groupSlugTaken(slug))
  const links = await em.find(GroupDefaultLink, { groupId: defaults.id }, { orderBy: { id: 'asc' } })
  // Ids of later times keep the order of the links: the first one is the default destination.
  for (const [index, { domain, url }] of links.entries())
    em.create(GroupDefaultLink, {
      id: newId('pgdl_', now.getTime() + index),
      programId: program.id,
      groupId: group.id,
      domain: program.domain ?? domain,
      url,
      ...times,
    })
  await em.flush()
  return presentGroup(scope, group)
}

const copiedSettings = (group: PartnerGroup) => ({
  logo: group.logo ?? null,
  wordmark: group.wordmark ?? null,
  brandColor: group.brandColor ?? null,
  holdingPeriodDays: group.holdingPeriodDays,
  autoApprovePartnersEnabledAt: group.autoApprovePartnersEnabledAt ?? null,
  additionalLinks: group.additionalLinks ?? null,
  maxPartnerLinks: group.maxPartnerLinks,
  linkStructure: group.linkStructure,
  applicationFormData: group.applicationFormData ?? null,
  applicationFormPublishedAt: group.applicationFormPublishedAt ?? null,
  landerData: group.landerData ?? null,
  landerPublishedAt: group.landerPublishedAt ?? null,
})
