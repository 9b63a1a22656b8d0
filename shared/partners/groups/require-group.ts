import type { InWorkspace } from '../../accounts/index.js'
import { groupNotFound, groupOfOtherProgram } from '../errors.js'
import { Program } from '../programs/program.entity.js'
import { PartnerGroup } from './partner-group.entity.js'

/** The slug of a group that is deleted as soon as its last partner has left it. */
export const slugOfDeleted = (id: string) => `deleted-${id}`

/** A group of the program, by its id if the text starts with `grp_`, else by its slug. Groups of other workspaces count as missing. */
export async function requireGroup({ em }: InWorkspace, program: Program, idOrSlug: string): Promise<PartnerGroup> {
  const isId = idOrSlug.startsWith('grp_')
  const group = await em.findOne(PartnerGroup, isId ? { id: idOrSlug } : { slug: idOrSlug, programId: program.id })
  if (!group || group.slug === slugOfDeleted(group.id)) throw groupNotFound(idOrSlug)
  if (group.programId === program.id) return group
  const isOurs = (await em.count(Program, { id: group.programId, workspaceId: program.workspaceId })) > 0
  throw isOurs ? groupOfOtherProgram(idOrSlug) : groupNotFound(idOrSlug)
}
