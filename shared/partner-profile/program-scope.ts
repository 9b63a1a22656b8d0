import type { Workspace } from '../accounts/index.js'
import { type WorkspaceScope } from '../accounts/index.js'
import { extendScope } from '../kernel/scope.js'
import type { PartnerScope } from '../partner-accounts/index.js'
import type { Enrolment } from '../partners/index.js'
import { findEnrolment, ownerScope, Program, programNotFound } from '../partners/index.js'

/** A request of a partner about one of its programs: it acts for an owner of the workspace, on data of the partner only. */
export interface OwnProgramScope extends WorkspaceScope {
  partner: PartnerScope['partner']
  program: Program
  enrolment: Enrolment
}

/** The enrolment of the partner in a program, by the id or the slug of the program. Programs without an enrolment do not exist here. */
export async function requireOwnProgram(scope: PartnerScope, idOrSlug: string): Promise<{ program: Program; enrolment: Enrolment }> {
  const program = await scope.em.findOne(Program, { $or: [{ id: idOrSlug }, { slug: idOrSlug }] })
  const enrolment = program && (await findEnrolment(scope, program, { partnerId: scope.partner.id }))
  if (!enrolment) throw programNotFound()
  return { program, enrolment }
}

/** The scope in which requests of the partner act on the program, also when it is not the default program of its workspace. */
export async function ownProgramScope(scope: PartnerScope, idOrSlug: string): Promise<OwnProgramScope> {
  const { program, enrolment } = await requireOwnProgram(scope, idOrSlug)
  const owner = await ownerScope(scope, program.workspaceId)
  if (!owner) throw programNotFound()
  const workspace: Readonly<Workspace> = { ...owner.workspace, defaultProgramId: program.id }
  return extendScope(owner, { workspace, actor: owner.actor, program, enrolment, partner: scope.partner })
}
