import { type InWorkspace, publishWebhookEvent } from '../../accounts/index.js'
import { endDiscountCodeJob } from '../jobs.js'
import type { AnnouncedDiscountCode } from './discount-code.schema.js'

/** Publishes that codes ended, and queues their end at the providers of their discounts. */
export async function announceEndedCodes(scope: InWorkspace, codes: readonly AnnouncedDiscountCode[]): Promise<void> {
  if (codes.length === 0) return
  await publishWebhookEvent(scope, 'discount_code.deleted', async () => [...codes])
  for (const { code, discount } of codes) {
    if (!discount || discount.provider === 'custom') continue
    scope.enqueue(endDiscountCodeJob, { workspaceId: scope.workspace.id, provider: discount.provider, code })
  }
}
