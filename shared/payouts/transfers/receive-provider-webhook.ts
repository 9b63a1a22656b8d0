import { z } from 'zod'
import type { JobScope, Scope } from '../../kernel/scope.js'
import { accessOfAccount, type PayoutAccount } from '../accounts/account-access.js'
import { findAccountById } from '../accounts/account.queries.js'
import { accountNotFound, webhookBodyInvalid, webhookSignatureInvalid } from '../errors.js'
import { applyProviderWebhookJob } from '../jobs.js'
import { transferApiOf } from '../providers/index.js'
import type { ProviderWebhook } from '../providers/provider.js'
import { applyOutcome } from './apply-outcome.js'
import { findUpdatedTransfers } from './transfer.queries.js'

/** A webhook of a payment provider whose signature was verified. */
export interface PayoutWebhookScope extends Scope {
  account: PayoutAccount
  payload: Record<string, unknown>
}

export const PayoutWebhookParams = z.object({
  provider: z.string().meta({ description: 'The payment provider.' }),
  accountId: z.string().meta({ description: 'Id of the connection to the provider.' }),
})
export const ReceivedPayoutWebhook = z.object({ success: z.boolean() })
export const receivedPayoutWebhookSchema = z.record(z.string(), z.any()).meta({ description: 'The event of the provider.' })

/** The account of a webhook address. */
export async function requirePayoutAccount(scope: Scope, provider: string, accountId: string): Promise<PayoutAccount> {
  const account = await findAccountById(scope, accountId)
  if (account?.provider !== provider) throw accountNotFound()
  return account
}

/** Verifies the signature over the raw body, and returns the parsed body. */
export async function verifyPayoutWebhook(
  scope: Scope,
  account: PayoutAccount,
  webhook: ProviderWebhook,
): Promise<Record<string, unknown>> {
  const api = transferApiOf(account.provider)
  if (webhook.headers[api.signatureHeader] === undefined) throw webhookSignatureInvalid()
  const payload = parseObject(webhook.body)
  if (!(await api.verifyWebhook(accessOfAccount(scope, account), webhook))) throw webhookSignatureInvalid()
  return payload
}

function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // reported below
  }
  throw webhookBodyInvalid()
}

/** Stores the event as a job, so that an acknowledged one is never lost. */
export async function receivePayoutWebhook({ enqueue, account, payload }: PayoutWebhookScope): Promise<{ success: boolean }> {
  if (transferApiOf(account.provider).readWebhook(payload).length > 0)
    enqueue(applyProviderWebhookJob, { workspaceId: account.workspaceId, provider: account.provider, body: payload })
  return { success: true }
}

/** Applies a webhook to the transfers that it is about. */
export async function applyProviderWebhook(
  scope: JobScope,
  { workspaceId, provider, body }: z.infer<typeof applyProviderWebhookJob.payload>,
): Promise<void> {
  for (const { transfer, outcome } of transferApiOf(provider).readWebhook(body)) {
    for (const id of await findUpdatedTransfers(scope, workspaceId, provider, transfer)) {
      await applyOutcome(scope, id, outcome)
    }
  }
}
