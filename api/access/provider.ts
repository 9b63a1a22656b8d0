/**
 * Auth guard of inbound integration webhooks: a secret address and a signature over the body. The order of the checks is part of the public
 * interface.
 */
import {
  requireReceivingConnection,
  type ProviderScope,
  webhookPath,
  connectionRateLimit,
  verifySignature,
} from '../../shared/integrations/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { enforceRateLimit } from './enforce-rate-limit.js'

/** Authenticates the provider of a connection that receives the request. Reachability checks of a provider pass without a signature. */
export const provider: AuthGuard<ProviderScope> = { kind: 'provider', permissions: [], secured: false, authenticate }

async function authenticate(request: AuthRequest): Promise<ProviderScope> {
  const { providerSlug = '', connectionId = '' } = request.params
  const scope = openScope(request)
  const connection = await requireReceivingConnection(scope, { providerSlug, connectionId, headers: request.headers })
  const {
    workspace,
    provider: { receiver },
  } = connection
  request.identify({
    workspaceId: workspace.id,
    plan: workspace.plan,
    type: 'webhook',
    credentialType: 'provider',
    tokenId: null,
    userId: null,
  })
  // Limited before the body is read and its signature computed: a refused request must be cheap.
  await enforceRateLimit(request, 'provider', connectionId, connectionRateLimit)
  const delivery = {
    method: request.method,
    urls: webhookUrls(scope.config.baseUrl, providerSlug, connectionId),
    headers: request.headers,
    body: await request.readBody(),
  }
  const isPing = receiver.isPing?.(delivery) ?? false
  if (!isPing) verifySignature(scope, connection, delivery)
  return extendScope(scope, { ...connection, request: delivery, isPing })
}

/** Some providers sign the webhook URL, which exists in both forms. */
const webhookUrls = (baseUrl: string, slug: string, id: string) => [baseUrl, `${baseUrl}/api`].map((base) => base + webhookPath(slug, id))
