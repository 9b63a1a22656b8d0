import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { countGroupsMatching, type GroupRow, groupsMatching } from './group.queries.js'
import type { GetGroups, GroupResponse, GroupWithTotals } from './group.schema.js'
import { PartnerGroup } from './partner-group.entity.js'
import { presentGroups } from './present-group.js'

/** Groups of the program. Their totals count approved partners only, and are 0 without `includeExpandedFields`. */
export async function listGroups(scope: WorkspaceScope, query: GetGroups): Promise<GroupWithTotals[]> {
  const program = await requireDefaultProgram(scope)
  const rows = await groupsMatching(scope, program.id, query)
  const groups = await scope.em.find(PartnerGroup, { id: rows.map(({ id }) => id) })
  const byId = new Map((await presentGroups(scope, groups)).map((group) => [group.id, group]))
  return rows.map((row) => withTotals(byId.get(row.id) as GroupResponse, row))
}

const withTotals = (group: GroupResponse, { id: _id, ...totals }: GroupRow): GroupWithTotals => ({
  ...group,
  ...totals,
  netRevenue: totals.totalSaleAmount - totals.totalCommissions,
})

export async function countGroups(scope: WorkspaceScope, { search }: { search?: string | undefined }): Promise<number> {
  return countGroupsMatching(scope, (await requireDefaultProgram(scope)).id, search)
}

/** Groups that have move rules. */
export async function listMoveRules(scope: WorkspaceScope) {
  const program = await requireDefaultProgram(scope)
  const groups = await scope.em.find(
    PartnerGroup,
    { programId: program.id, moveRules: { $ne: null } },
    { orderBy: { id: 'asc' }, limit: 1000 },
  )
  return groups.map(({ id, name, moveRules }) => ({ id, name, moveRules: (moveRules ?? []).map((rule) => ({ ...rule })) }))
}
