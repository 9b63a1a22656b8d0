import { Workspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { createCustomCode } from './create-discount-code.js'
import { type OpenDiscountGateway, requireDiscountGateway } from './discount-gateway.js'
import { Discount } from './discount.entity.js'
import { orderCode, storeReservedCode } from './order-code.js'
import { linksWithoutCode, type LinkWithoutCode } from './provision-discount-codes.queries.js'

const batchSize = 100

/**
 * Creates codes for the default links, without one, of partners whose discount provides them by itself. A refusal of the provider ends the
 * work for that discount until the next run.
 */
export async function provisionDiscountCodes(scope: JobScope, openGateway: OpenDiscountGateway, stop: AbortSignal): Promise<void> {
  const failed = new Set<string>()
  let after = ''
  while (!stop.aborted) {
    const links = await linksWithoutCode(scope, [...failed], after, batchSize)
    for (const link of links) {
      if (stop.aborted || failed.has(link.discountId)) continue
      if (!(await provisionCode(scope, link, openGateway))) failed.add(link.discountId)
    }
    const last = links.at(-1)
    if (!last || links.length < batchSize) return
    after = last.linkId
  }
}

/** Returns whether the provider accepts codes of the discount. */
async function provisionCode(scope: JobScope, link: LinkWithoutCode, openGateway: OpenDiscountGateway): Promise<boolean> {
  const { workspaceId, discountId, partnerId, partnerName, linkId } = link
  try {
    const fork = forkScope(scope)
    const workspace = await fork.em.findOneOrFail(Workspace, workspaceId)
    const discount = await fork.em.findOneOrFail(Discount, discountId)
    const inWorkspace = extendScope(fork, { workspace })
    const order = { discount, partnerId, partnerName, linkId }
    const { provider } = discount
    if (provider === 'custom') {
      await inTransaction(inWorkspace, () => createCustomCode(inWorkspace, order))
      return true
    }
    const gateway = await requireDiscountGateway(inWorkspace, provider, openGateway)
    const id = await orderCode(inWorkspace, gateway, order)
    if (id !== null) await inTransaction(inWorkspace, () => storeReservedCode(inWorkspace, id, provider))
    return true
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    scope.log.warn({ err: error, workspaceId, discountId }, 'discount codes could not be created, trying again later')
    return false
  }
}
