/** Websites and accounts that the operator verifies, and the deletion of a partner account. */
import type { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { setPlatforms } from '../../partner-accounts/index.js'
import { Enrolment, Partner, platformsOfPartner, Program, removeEnrolment } from '../../partners/index.js'
import { partnerHasCommissions, partnerHasLeads, partnerNotFound, partnerWasPaid } from '../errors.js'
import type { Success } from '../success.schema.js'
import { ownerScope } from '../workspaces/owner-scope.js'
import { noPayoutMethod, requirePartner } from './change-partner.js'
import type { PartnerAccountDeletion, VerifiedPlatform, verifyPlatformBodySchema } from './partner-lists.schema.js'
import { activityOfAccount, setVerified } from './partners.queries.js'

/** Adds a website or an account that the operator checked by hand, or replaces the one of that kind. Its figures follow by a job. */
export async function verifyPlatform(
  scope: AdminScope,
  partnerId: string,
  { platform: type, identifier }: z.infer<typeof verifyPlatformBodySchema>,
): Promise<z.infer<typeof VerifiedPlatform>> {
  await requirePartner(scope, partnerId)
  await setPlatforms(scope, partnerId, { [type]: identifier })
  await setVerified(scope, partnerId, type)
  const platform = (await platformsOfPartner(scope, partnerId)).find((one) => one.type === type)
  return { platform } as z.infer<typeof VerifiedPlatform>
}

/**
 * Removes the connected payout account of a partner who was never paid to it. With `deletePartnerAccount`, deletes the partner, with its
 * links and its places in programs, unless it earned commissions or its links brought leads.
 */
export async function deletePartnerAccount(
  scope: AdminScope,
  { email, deletePartnerAccount: isDeleted }: z.infer<typeof PartnerAccountDeletion>,
): Promise<z.infer<typeof Success>> {
  const partner = await scope.em.findOne(Partner, { email })
  if (!partner) throw partnerNotFound(email)
  const activity = await activityOfAccount(scope, partner.id)
  if (partner.stripeConnectId && activity.hasTransfers) throw partnerWasPaid()
  if (isDeleted && activity.hasCommissions) throw partnerHasCommissions()
  if (isDeleted && activity.hasLeads) throw partnerHasLeads()
  Object.assign(partner, noPayoutMethod, { updatedAt: scope.now() })
  await scope.em.flush()
  if (isDeleted) await removePartner(scope, partner)
  return { success: true }
}

async function removePartner(scope: AdminScope, partner: Partner): Promise<void> {
  for (const enrolment of await scope.em.find(Enrolment, { partnerId: partner.id })) {
    const program = await scope.em.findOneOrFail(Program, enrolment.programId)
    const owner = await ownerScope(scope, program.workspaceId)
    if (owner) await removeEnrolment(owner, program, enrolment)
  }
  await scope.em.remove(partner).flush()
}
