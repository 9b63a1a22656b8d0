/** Who referred a partner: a partner of the program, named at the application or by the workspace. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import type { Enrolment } from '../enrolment.entity.js'
import { referrerNotFound } from '../errors.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { findReferrerOf, referrerInProgram } from './referrer.queries.js'
import { requireEnrolment } from './require-enrolment.js'

export const PartnerReferral = z.object({
  referredBy: z.object({ id: z.string(), name: z.string(), email: z.string().nullable(), image: z.string().nullable() }).nullable(),
})

/** The partner of the program who referred this one. */
export async function getReferral(scope: WorkspaceScope, partnerId: string): Promise<z.infer<typeof PartnerReferral>> {
  const program = await requireDefaultProgram(scope)
  await requireEnrolment(scope, program, { partnerId })
  return { referredBy: await findReferrerOf(scope, program.id, partnerId) }
}

/** The id of the active partner of the program with that id or user name; null if there is none. */
export const resolveReferrer = (scope: Pick<Scope, 'em'>, programId: string, idOrUsername: string): Promise<string | null> =>
  referrerInProgram(scope, programId, idOrUsername)

/**
 * Sets or removes the referrer of the partner in the program of the enrolment. The referral reward of the referrer then counts what the
 * partner earns there from now on. Nobody refers themselves.
 */
export async function changeReferrer(scope: Scope, enrolment: Enrolment, referrerId: string | null): Promise<void> {
  const referrer = referrerId && (await referrerInProgram(scope, enrolment.programId, referrerId))
  if (referrerId !== null && (!referrer || referrer === enrolment.partnerId)) throw referrerNotFound(referrerId)
  enrolment.referredByPartnerId = referrer
}
