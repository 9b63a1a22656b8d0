import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import {
  additionalLinkRepeated,
  defaultGroupSlugFixed,
  groupSlugTakenOnUpdate,
  moveRuleGroupNotFound,
  moveRulesOverlap,
  utmTemplateNotFound,
} from '../errors.js'
import { syncLinksJob } from '../jobs.js'
import { utmTemplateOfGroup } from '../links/partner-link.queries.js'
import { isUtmTemplateOfWorkspace } from '../programs/program.queries.js'
import type { GroupResponse, UpdateGroup } from './group.schema.js'
import { lockGroupsOfProgram } from './lock-groups-of-program.js'
import { moveRulesConflict } from './move-rules.js'
import { type MoveRule, PartnerGroup } from './partner-group.entity.js'
import { presentGroup } from './present-group.js'
import { requireGroup } from './require-group.js'

const copied = [
  'name',
  'slug',
  'color',
  'logo',
  'wordmark',
  'brandColor',
  'additionalLinks',
  'maxPartnerLinks',
  'utmTemplateId',
  'linkStructure',
  'applicationFormData',
  'landerData',
  'holdingPeriodDays',
] as const satisfies (keyof UpdateGroup)[]

/** Updates the provided fields. A new UTM template is applied to the links of the group's partners by a job. */
export async function updateGroup(scope: WorkspaceScope, idOrSlug: string, input: UpdateGroup): Promise<GroupResponse> {
  const program = await lockGroupsOfProgram(scope)
  const group = await requireGroup(scope, program, idOrSlug)
  if (input.slug !== undefined && input.slug !== group.slug && group.id === program.defaultGroupId) throw defaultGroupSlugFixed()
  await requireValidSettings(scope, group, input)
  const hadTemplate = group.utmTemplateId ?? null
  for (const field of copied) if (input[field] !== undefined) Object.assign(group, { [field]: input[field] })
  if (input.moveRules !== undefined) group.moveRules = input.moveRules?.length ? input.moveRules : null
  if (input.autoApprovePartners !== undefined)
    group.autoApprovePartnersEnabledAt = input.autoApprovePartners ? (group.autoApprovePartnersEnabledAt ?? scope.now()) : null
  if (input.applicationFormPublished !== undefined)
    group.applicationFormPublishedAt = input.applicationFormPublished ? (group.applicationFormPublishedAt ?? scope.now()) : null
  group.updatedAt = scope.now()
  await mapUniqueViolation(scope.em.flush(), () => groupSlugTakenOnUpdate(group.slug))
  await copyToAllGroups(scope, group, input)
  if ((group.utmTemplateId ?? null) !== hadTemplate) await enqueueSync(scope, group, hadTemplate)
  return presentGroup(scope, group)
}

async function enqueueSync(scope: WorkspaceScope, { id, programId }: PartnerGroup, formerTemplateId: string | null): Promise<void> {
  const formerTemplate = (await utmTemplateOfGroup(scope, formerTemplateId)) ?? {}
  scope.enqueue(syncLinksJob, { programId, groupId: id, formerTemplate })
}

async function requireValidSettings(scope: WorkspaceScope, group: PartnerGroup, input: UpdateGroup): Promise<void> {
  const domains = input.additionalLinks?.map(({ domain }) => domain) ?? []
  const repeated = domains.find((domain, index) => domains.indexOf(domain) !== index)
  if (repeated !== undefined) throw additionalLinkRepeated(repeated)
  if (input.utmTemplateId && !(await isUtmTemplateOfWorkspace(scope, input.utmTemplateId))) throw utmTemplateNotFound(input.utmTemplateId)
  if (input.moveRules && input.moveRules.length > 0) await requireValidMoveRules(scope, group, input.moveRules)
}

async function requireValidMoveRules(scope: WorkspaceScope, group: PartnerGroup, rules: MoveRule[]): Promise<void> {
  requireFeature(scope.workspace, 'groupMoveRules')
  const groups = await scope.em.find(PartnerGroup, { programId: group.programId }, { fields: ['id', 'name', 'moveRules'] })
  const named = rules.flatMap(({ attribute, value }) => (attribute === 'partnerGroup' ? ([value].flat() as string[]) : []))
  const unknown = named.find((id) => !groups.some((one) => one.id === id))
  if (unknown !== undefined) throw moveRuleGroupNotFound(unknown)
  const conflicting = groups.find((one) => one.id !== group.id && one.moveRules && moveRulesConflict(rules, one.moveRules))
  if (conflicting) throw moveRulesOverlap(conflicting.name)
}

async function copyToAllGroups({ em }: WorkspaceScope, group: PartnerGroup, input: UpdateGroup): Promise<void> {
  const all = {
    ...(input.updateAutoApprovePartnersForAllGroups && input.autoApprovePartners !== undefined
      ? { autoApprovePartnersEnabledAt: group.autoApprovePartnersEnabledAt ?? null }
      : {}),
    ...(input.updateHoldingPeriodDaysForAllGroups && input.holdingPeriodDays !== undefined
      ? { holdingPeriodDays: group.holdingPeriodDays }
      : {}),
  }
  if (Object.keys(all).length > 0) await em.nativeUpdate(PartnerGroup, { programId: group.programId }, all)
}
