import { z } from 'zod'
import { allowedHostNames, hashKey, memberScope, type WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { Enrolment, PartnerGroup, type Program, requireDefaultProgram } from '../partners/index.js'
import { EmbedToken } from './embed-token.entity.js'
import { embedPartnerWithoutGroup, invalidEmbedToken } from './errors.js'

export const EmbedPageQuery = z.object({ token: z.string().max(100).optional() })

/** A request of an embedded page: it acts for the user who created the token, on one partner of one program. */
export interface EmbedScope extends WorkspaceScope {
  embed: { token: string; expiresAt: Date; program: Program; enrolment: Enrolment; group: PartnerGroup }
}

/**
 * The scope of a token. A token ends when it expires, when its creator leaves the workspace, or when the workspace gets another default
 * program.
 */
export async function embedScope(scope: Scope, token: string): Promise<EmbedScope> {
  const { row, member } = await requireToken(scope, token)
  if (member.workspace.defaultProgramId !== row.programId) throw invalidEmbedToken()
  const program = await requireDefaultProgram(member)
  const enrolment = await member.em.findOne(Enrolment, { programId: program.id, partnerId: row.partnerId })
  if (!enrolment) throw invalidEmbedToken()
  const group = enrolment.groupId ? await member.em.findOne(PartnerGroup, enrolment.groupId) : null
  if (!group) throw embedPartnerWithoutGroup()
  return Object.assign(member, { embed: { token, expiresAt: row.expiresAt, program, enrolment, group } })
}

/** The hosts whose pages may show the embedded page of a token. */
export async function embeddingHosts(scope: Scope, token: string | undefined): Promise<readonly string[]> {
  const { member } = await requireToken(scope, token)
  return allowedHostNames(member.workspace.allowedHostnames)
}

async function requireToken(scope: Scope, token: string | undefined) {
  const row = token ? await scope.em.findOne(EmbedToken, { tokenHash: hashKey(token), expiresAt: { $gt: scope.now() } }) : null
  const member = row && (await memberScope(scope, row))
  if (!member) throw invalidEmbedToken()
  return { row, member }
}
