/** The payment providers of a workspace. Credentials can be replaced, but not read. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { outcomesUnknown, providerUnknown, transfersUnderWay } from '../errors.js'
import { apiUrlOf, providers, transferApiOf, transferProviderNames } from '../providers/index.js'
import { paypalCredentials } from '../providers/paypal.js'
import type { TransferProviderName } from '../providers/provider.js'
import { stripeCredentials } from '../providers/stripe.js'
import { countTransfersUnderWay, countUnknownOutcomes } from '../transfers/transfer.queries.js'
import { accessOrNull, credentialOwner, type PayoutAccount } from './account-access.js'
import { deleteAccount, findAccount, findAccounts, storeAccount, storeAccountId } from './account.queries.js'

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

interface Connection {
  credentials: z.infer<typeof stripeCredentials> | z.infer<typeof paypalCredentials>
  accountId: string | null
}

/** Finds out the account of new credentials, and that of the present ones if it is not stored. */
export async function prepareConnection(
  scope: WorkspaceScope,
  provider: TransferProviderName,
  credentials: Connection['credentials'],
): Promise<Connection> {
  const api = transferApiOf(provider)
  const { guardedClient: client, config, now } = scope
  const connected = await findAccount(scope, scope.workspace.id, provider)
  const access = connected && accessOrNull(scope, connected)
  if (connected?.accountId === null && access) {
    const connectedId = await api.accountId(access)
    if (connectedId !== null) await storeAccountId(scope, connected, connectedId)
  }
  return { credentials, accountId: await api.accountId({ client, apiUrl: apiUrlOf(config, provider), credentials, now }) }
}

/** Credentials of another account are refused while it could repeat transfers of the present one, whose keys it does not know. */
export async function connectProvider(
  scope: WorkspaceScope,
  provider: TransferProviderName,
  { credentials, accountId }: Connection,
): Promise<PayoutProviderResponse> {
  const { id } = scope.workspace
  const connected = await findAccount(scope, id, provider, 'for update')
  const hasSameKey = connected !== null && hasKeyOf(scope, connected, credentials)
  const isSameAccount = hasSameKey || (accountId !== null && accountId === connected?.accountId)
  if (connected && !isSameAccount) {
    const unknown = await countUnknownOutcomes(scope, id, provider)
    if (unknown > 0) throw outcomesUnknown(providers[provider].title, unknown)
  }
  const sealed = scope.vault.seal(JSON.stringify(credentials), credentialOwner(id, provider))
  const ownId = accountId ?? (hasSameKey ? connected.accountId : null)
  return present(scope, provider, await storeAccount(scope, id, provider, sealed, ownId))
}

function hasKeyOf(scope: WorkspaceScope, connected: PayoutAccount, credentials: Connection['credentials']): boolean {
  const { keyOf } = transferApiOf(connected.provider)
  const access = accessOrNull(scope, connected)
  return access !== null && keyOf(access.credentials) === keyOf(credentials)
}

/** Refused while a transfer is open, because its result could not be found out any more. */
export async function disconnectProvider(
  scope: WorkspaceScope,
  provider: TransferProviderName,
): Promise<z.infer<typeof DisconnectedProvider>> {
  const account = await findAccount(scope, scope.workspace.id, provider, 'for update')
  const { title } = providers[provider]
  if (!account) throw providerUnknown(title)
  const underWay = await countTransfersUnderWay(scope, scope.workspace.id, provider)
  if (underWay > 0) throw transfersUnderWay(title, underWay)
  await deleteAccount(scope, account.id)
  return { provider }
}
