import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { accessOrNull, type PayoutAccount } from '../accounts/account-access.js'
import { findAccount } from '../accounts/account.queries.js'
import { transferConcurrency } from '../limits.js'
import { providers, transferApiOf } from '../providers/index.js'
import type { TransferOutcome } from '../providers/provider.js'
import { applyOutcome } from './apply-outcome.js'
import { claimDueTransfer, type Transfer } from './transfer.queries.js'

/**
 * Sends due orders, repeats those without a result, and polls accepted ones. A claim is committed before the request to the provider, so
 * that after a crash at any point the order is known to have possibly left: it is then looked up, or repeated with the same key. The claim
 * reads the credentials too, so that they are not replaced by those of another account in between.
 */
export async function sendTransfers(scope: JobScope, stop: AbortSignal): Promise<void> {
  const results = await Promise.allSettled(Array.from({ length: transferConcurrency }, () => sendDueTransfers(forkScope(scope), stop)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Sends one transfer after the other: one that waits for the provider does not delay those of the others. */
async function sendDueTransfers(scope: JobScope, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const claimed = await inTransaction(scope, () => claim(scope))
    if (!claimed) return
    const { transfer, account } = claimed
    const outcome = await requestOutcome(scope, transfer, account)
    await inTransaction(scope, () => applyOutcome(scope, transfer.id, outcome, transfer))
  }
}

async function claim(scope: JobScope): Promise<{ transfer: Transfer; account: PayoutAccount | null } | null> {
  const transfer = await claimDueTransfer(scope)
  return transfer && { transfer, account: await findAccount(scope, transfer.workspaceId, transfer.provider, 'for share') }
}

async function requestOutcome(scope: JobScope, transfer: Transfer, account: PayoutAccount | null): Promise<TransferOutcome> {
  const { title } = providers[transfer.provider]
  const api = transferApiOf(transfer.provider)
  const access = account && accessOrNull(scope, account)
  if (!access) {
    const problem = account ? `The credentials of ${title} cannot be read.` : `${title} is not connected.`
    return { kind: 'refused', reason: `${problem} Connect it with PUT /payouts/providers/${transfer.provider}.` }
  }
  try {
    if (transfer.state === 'accepted') return api.check ? await api.check(access, transfer) : { kind: 'unknown', reason: 'Not checked.' }
    if (transfer.requestedAt === null) return await api.send(access, transfer)
    const found = await api.find(access, transfer)
    if (found) return found
    if (scope.now().getTime() - transfer.requestedAt.getTime() > api.keyLifetimeMs)
      return {
        kind: 'unknown',
        reason: `${title} no longer recognises the order. Report its result with POST /payouts/{id}/paid or /failed.`,
      }
    return await api.send(access, transfer)
  } catch (error) {
    scope.log.error({ err: error, transferId: transfer.id }, 'request to the payment provider failed')
    return { kind: 'unknown', reason: 'The request failed.' }
  }
}
