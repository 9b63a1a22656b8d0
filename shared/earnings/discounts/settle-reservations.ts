import { type InWorkspace, Workspace } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { extendScope, forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { minutes } from '../../kernel/time.js'
import { type ExternalProvider, type OpenDiscountGateway, requireDiscountGateway } from './discount-gateway.js'
import { Discount } from './discount.entity.js'
import { gatewayOrder, storeReservedCode, undoReservation } from './order-code.js'
import { abandonedReservations, postponeReservation, type Reservation, takeReservation } from './reservation.queries.js'

/** Longer than any request to a provider. */
const requestMs = minutes(2)
const batchSize = 100

/**
 * Settles what a request left that ended between the answer of the provider and its own transaction: a code is created, which has no effect
 * if it was, and stored; a coupon is deleted, because its discount was not. What the provider refuses is undone.
 */
export async function settleReservations(scope: JobScope, openGateway: OpenDiscountGateway, stop: AbortSignal): Promise<void> {
  for (const reservation of await abandonedReservations(scope, new Date(scope.now().getTime() - requestMs), batchSize)) {
    if (stop.aborted) return
    const fork = forkScope(scope)
    const workspace = await fork.em.findOneOrFail(Workspace, reservation.workspaceId)
    await settle(extendScope(fork, { workspace }), reservation, openGateway)
  }
}

async function settle(scope: InWorkspace, reservation: Reservation, openGateway: OpenDiscountGateway): Promise<void> {
  const { id, discountId, code } = reservation
  const discount = await scope.em.findOne(Discount, discountId)
  // Only coupons of Stripe are reserved before their discount exists.
  const provider = (discount?.provider ?? 'stripe') as ExternalProvider
  try {
    const gateway = await requireDiscountGateway(scope, provider, openGateway)
    if (!code) {
      if (!discount) await gateway.endCoupon(discountId)
      await inTransaction(scope, async () => void (await takeReservation(scope, id)))
      return
    }
    const isCreated = discount !== null && (await gateway.createCode(gatewayOrder(discount, code)))
    await inTransaction(scope, async () => {
      if (isCreated) await storeReservedCode(scope, id, provider)
      else await undoReservation(scope, id, provider)
    })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    scope.log.warn({ err: error, reservation: id }, 'the reservation of a discount code could not be settled')
    const isRefused = error.code === 'bad_request'
    await inTransaction(scope, () => (isRefused ? undoReservation(scope, id, provider) : postponeReservation(scope, id)))
  }
}
