import { hashKey, type WorkspaceScope } from '../accounts/index.js'
import { newId } from '../kernel/ids.js'
import { hours } from '../kernel/time.js'
import { type CreatePartner, ensurePartner, findEnrolment, requireDefaultProgram, requireEnrolment } from '../partners/index.js'
import { EmbedToken } from './embed-token.entity.js'
import type { CreateReferralsEmbedToken } from './embed-token.schema.js'
import { embedPartnerMissing } from './errors.js'

const ttlMs = hours(3)

/**
 * Creates a token for the embedded pages of one partner, valid for three hours. The partner is found by id, then by tenantId; `partner` is
 * enrolled unless its address or tenantId is enrolled already.
 */
export async function createReferralsEmbedToken(scope: WorkspaceScope, input: CreateReferralsEmbedToken) {
  const { partnerId, partner } = input
  const tenantId = input.tenantId ?? partner?.tenantId ?? partner?.linkProps?.tenantId ?? undefined
  if (!partnerId && !tenantId && !partner) throw embedPartnerMissing()
  const program = await requireDefaultProgram(scope)
  const found = await findEnrolment(scope, program, { partnerId, tenantId })
  const enrolled =
    found ?? (partner ? await enrol(scope, partner, tenantId) : await requireEnrolment(scope, program, { partnerId, tenantId }))
  const token = newId('svc_embed_', scope.now().getTime())
  const expiresAt = new Date(scope.now().getTime() + ttlMs)
  await scope.em.insert(EmbedToken, {
    tokenHash: hashKey(token),
    workspaceId: scope.workspace.id,
    programId: program.id,
    partnerId: enrolled.partnerId,
    userId: scope.actor.user.id,
    expiresAt,
  })
  return { publicToken: token, expires: expiresAt.toISOString() }
}

const enrol = (scope: WorkspaceScope, partner: CreatePartner, tenantId: string | undefined) =>
  ensurePartner(scope, tenantId === undefined ? partner : { ...partner, tenantId })
