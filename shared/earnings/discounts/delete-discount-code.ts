import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { discountCodeNotFound } from '../errors.js'
import { deleteDiscountCodes, findAnnouncedCode } from './discount-code.queries.js'

/** Deletes a code, given by id or by itself. It becomes available again. */
export async function deleteDiscountCode(scope: InWorkspace, idOrCode: string): Promise<{ id: string }> {
  const code = await findAnnouncedCode(scope, requireProgramId(scope), idOrCode)
  if (!code) throw discountCodeNotFound(idOrCode)
  await deleteDiscountCodes(scope, 'id', code.id)
  await publishWebhookEvent(scope, 'discount_code.deleted', async () => [code])
  return { id: code.id }
}
