/** The payment providers of a workspace. Credentials can be replaced, but not read. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { providerUnknown, transfersUnderWay } from '../errors.js'
import { providers, transferProviderNames } from '../providers/index.js'
import { paypalCredentials } from '../providers/paypal.js'
import type { TransferProviderName } from '../providers/provider.js'
import { stripeCredentials } from '../providers/stripe.js'
import { countTransfersUnderWay } from '../transfers/transfer.queries.js'
import { credentialOwner, type PayoutAccount } from './account-access.js'
import { deleteAccount, findAccount, findAccounts, storeAccount } from './account.queries.js'

export const ProviderParams = z.object({ provider: z.enum(transferProviderNames).meta({ description: 'The payment provider.' }) })
export const connectStripeBodySchema = stripeCredentials
export const connectPaypalBodySchema = paypalCredentials

export const PayoutProviderSchema = z.object({
  provider: z.enum(transferProviderNames),
  isConnected: z.boolean(),
  webhookUrl: z.string().nullable().describe('Address for the webhooks of the provider; null while it is not connected.'),
  updatedAt: z.string().nullable(),
})
type PayoutProviderResponse = z.infer<typeof PayoutProviderSchema>
export const DisconnectedProvider = z.object({ provider: z.enum(transferProviderNames) })

export const payoutWebhookPath = (provider: string, accountId: string) => `/payouts/webhooks/${provider}/${accountId}`

function present(scope: WorkspaceScope, provider: TransferProviderName, account: PayoutAccount | null): PayoutProviderResponse {
  return {
    provider,
    isConnected: account !== null,
    webhookUrl: account && scope.config.baseUrl + payoutWebhookPath(provider, account.id),
    updatedAt: account && new Date(account.updatedAt).toISOString(),
  }
}

export async function listPayoutProviders(scope: WorkspaceScope): Promise<PayoutProviderResponse[]> {
  const accounts = await findAccounts(scope, scope.workspace.id)
  return transferProviderNames.map((name) => present(scope, name, accounts.find(({ provider }) => provider === name) ?? null))
}

async function connect(scope: WorkspaceScope, provider: TransferProviderName, credentials: object): Promise<PayoutProviderResponse> {
  const { id } = scope.workspace
  const sealed = scope.vault.seal(JSON.stringify(credentials), credentialOwner(id, provider))
  return present(scope, provider, await storeAccount(scope, id, provider, sealed))
}

export const connectStripe = (scope: WorkspaceScope, credentials: z.infer<typeof stripeCredentials>) =>
  connect(scope, 'stripe', credentials)
export const connectPaypal = (scope: WorkspaceScope, credentials: z.infer<typeof paypalCredentials>) =>
  connect(scope, 'paypal', credentials)

/** Refused while a transfer is open, because its result could not be found out any more. */
export async function disconnectProvider(
  scope: WorkspaceScope,
  provider: TransferProviderName,
): Promise<z.infer<typeof DisconnectedProvider>> {
  const account = await findAccount(scope, scope.workspace.id, provider)
  const { title } = providers[provider]
  if (!account) throw providerUnknown(title)
  const underWay = await countTransfersUnderWay(scope, scope.workspace.id, provider)
  if (underWay > 0) throw transfersUnderWay(title, underWay)
  await deleteAccount(scope, account.id)
  return { provider }
}
