/** Auth guard of the webhooks of payment providers: a secret address and a signature over the body. */
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import { type PayoutWebhookScope, providerWebhookRate, requirePayoutAccount, verifyPayoutWebhook } from '../../shared/payouts/index.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { enforceRateLimit } from './enforce-rate-limit.js'

export const payoutProvider: AuthGuard<PayoutWebhookScope> = { kind: 'payout provider', permissions: [], secured: false, authenticate }

async function authenticate(request: AuthRequest): Promise<PayoutWebhookScope> {
  const { provider = '', accountId = '' } = request.params
  const scope = openScope(request)
  const account = await requirePayoutAccount(scope, provider, accountId)
  // Limited before the body is read and its signature computed: a refused request must be cheap.
  await enforceRateLimit(request, 'payout-provider', accountId, providerWebhookRate)
  const payload = await verifyPayoutWebhook(scope, account, { headers: request.headers, body: await request.readBody() })
  return extendScope(scope, { account, payload })
}
