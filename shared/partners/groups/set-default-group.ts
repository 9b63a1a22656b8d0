import type { WorkspaceScope } from '../../accounts/index.js'
import { alreadyDefaultGroup } from '../errors.js'
import { slugify, withRandomSuffix } from '../slugs.js'
import { GroupDefaultLink } from './group-default-link.entity.js'
import type { GroupResponse } from './group.schema.js'
import { lockGroupsOfProgram } from './lock-groups-of-program.js'
import { groupColors, type PartnerGroup } from './partner-group.entity.js'
import { presentGroup } from './present-group.js'
import { requireGroup } from './require-group.js'

const standardName = 'Default Group'

/**
 * Makes the group the default of the program, which gets the url of its first default link. The former default group gets a slug and a
 * colour of its own.
 */
export async function setDefaultGroup(scope: WorkspaceScope, idOrSlug: string): Promise<GroupResponse> {
  const program = await lockGroupsOfProgram(scope)
  const group = await requireGroup(scope, program, idOrSlug)
  if (group.id === program.defaultGroupId) throw alreadyDefaultGroup()
  const former = await requireGroup(scope, program, program.defaultGroupId)
  const now = scope.now()
  Object.assign(former, { ...namesOfFormer(former), color: randomColor(scope), updatedAt: now })
  // Two statements, because slugs are unique at all times.
  await scope.em.flush()
  Object.assign(group, { slug: 'default', color: null, updatedAt: now })
  const [first] = await scope.em.find(GroupDefaultLink, { groupId: group.id }, { orderBy: { id: 'asc' }, limit: 1 })
  Object.assign(program, { defaultGroupId: group.id, url: first?.url ?? program.url, updatedAt: now })
  await scope.em.flush()
  return presentGroup(scope, group)
}

const namesOfFormer = ({ name }: PartnerGroup) =>
  name === standardName
    ? { name: `${standardName} (old)`, slug: withRandomSuffix('old-default-group') }
    : { name, slug: withRandomSuffix(slugify(name) || 'group') }

const randomColor = ({ random }: WorkspaceScope) => groupColors[Math.floor(random() * groupColors.length)] ?? 'blue'
