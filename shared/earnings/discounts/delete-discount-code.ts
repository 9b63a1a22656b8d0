import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { discountCodeNotFound } from '../errors.js'
import { announceEndedCodes } from './announce-ended-codes.js'
import { announcedCodesOfProvider, deleteDiscountCodes, findAnnouncedCode } from './discount-code.queries.js'
import { markCodesDeleted } from './provision-discount-codes.queries.js'

/** Deletes a code, given by id or by itself. It becomes available again; its link gets no other one by itself. */
export async function deleteDiscountCode(scope: InWorkspace, idOrCode: string): Promise<{ id: string }> {
  const code = await findAnnouncedCode(scope, requireProgramId(scope), idOrCode)
  if (!code) throw discountCodeNotFound(idOrCode)
  await markCodesDeleted(scope, [code.id])
  await deleteDiscountCodes(scope, 'id', code.id)
  await announceEndedCodes(scope, [code])
  return { id: code.id }
}

/**
 * Deletes an active code that its provider ended, in every program of the workspace. Returns how many there were. A disabled code stays:
 * its partner was deactivated, which deactivates it at the provider, too. So does one that was created after the provider ended its
 * predecessor of the same name.
 */
export async function deleteCodesOfProvider(
  scope: InWorkspace,
  { provider, code, endedAt }: { provider: string; code: string; endedAt: Date | null },
): Promise<number> {
  const codes = (await announcedCodesOfProvider(scope, provider, code, endedAt)).filter(({ disabledAt }) => disabledAt === null)
  await markCodesDeleted(
    scope,
    codes.map(({ id }) => id),
  )
  for (const { id } of codes) await deleteDiscountCodes(scope, 'id', id)
  await publishWebhookEvent(scope, 'discount_code.deleted', async () => codes)
  return codes.length
}
