/** SQL of transfers. */
import { executeBound } from '../../kernel/db/execute-bound.js'
import { hasRows } from '../../kernel/db/has-rows.js'
import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { transferLeaseMs } from '../limits.js'
import type { TransferUpdate, TransferOrder, TransferProviderName } from '../providers/provider.js'
import type { TransferState } from './transfer-states.js'

export interface Transfer extends TransferOrder {
  provider: TransferProviderName
  state: TransferState
  workspaceId: string
  programId: string
  partnerId: string
  /** The first request whose outcome is unknown. */
  requestedAt: Date | null
  tries: number
  createdAt: Date
}

type TransferRow = Omit<Transfer, 'requestedAt' | 'createdAt'> & { requestedAt: string | null; createdAt: string }

const columns = `t.id, t.payout_id as "payoutId", t.provider, t.destination, t.amount::float8 as amount, t.currency, t.state, t.reference,
  t.requested_at as "requestedAt", t.tries, t.created_at as "createdAt", programs.workspace_id as "workspaceId",
  po.program_id as "programId", po.partner_id as "partnerId"`
const joins = 'join payouts po on po.id = t.payout_id join programs on programs.id = po.program_id'

const toTransfer = ({ requestedAt, createdAt, ...row }: TransferRow): Transfer => ({
  ...row,
  requestedAt: requestedAt === null ? null : new Date(requestedAt),
  createdAt: new Date(createdAt),
})

export interface NewTransfer {
  payoutId: string
  provider: TransferProviderName
  destination: string
  amount: number
  currency: string
}

/** Orders transfers. They are due at once. */
export async function insertTransfers({ em, now }: Scope, transfers: readonly NewTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  const at = now()
  const rows = transfers.map((transfer) => ({ id: newId('ptr_', at.getTime()), ...transfer }))
  await executeBound(
    em,
    `insert into payout_transfers (id, payout_id, provider, destination, amount, currency, state, next_at, created_at, updated_at)
     select id, "payoutId", provider, destination, amount, currency, 'open', ?::timestamptz, ?::timestamptz, ?::timestamptz
     from jsonb_to_recordset(?::jsonb)
       as new(id text, "payoutId" text, provider text, destination text, amount bigint, currency text)`,
    [at, at, at, JSON.stringify(rows)],
  )
}

export const hasDueTransfers = hasRows('payout_transfers', 'next_at <= $1')

/**
 * Claims the transfer that is due for the longest time, for a lease, and notes that the request to the provider follows: from the commit
 * on, money may have left. `requestedAt` of the result is the value before.
 */
export async function claimDueTransfer({ em, now }: Scope): Promise<Transfer | null> {
  const at = now()
  const [row] = await executeBound<TransferRow>(
    em,
    `with due as (
       select id, requested_at from payout_transfers where next_at <= ?::timestamptz order by next_at limit 1 for update skip locked
     ), claimed as (
       update payout_transfers t set next_at = ?::timestamptz, tries = t.tries + 1,
         requested_at = case when t.state = 'open' then coalesce(t.requested_at, ?::timestamptz) else t.requested_at end
       from due where t.id = due.id
       returning t.id, t.payout_id, t.provider, t.destination, t.amount, t.currency, t.state, t.reference, due.requested_at, t.tries,
         t.created_at
     )
     select ${columns} from claimed t ${joins}`,
    [at, new Date(at.getTime() + transferLeaseMs), at],
  )
  return row ? toTransfer(row) : null
}

export async function findTransfer({ em }: Scope, id: string): Promise<Transfer | null> {
  const [row] = await executeBound<TransferRow>(em, `select ${columns} from payout_transfers t ${joins} where t.id = ?`, [id])
  return row ? toTransfer(row) : null
}

/** Locks the transfer until the end of the transaction. */
export async function lockTransfer({ em }: Scope, id: string): Promise<Transfer | null> {
  const [row] = await executeBound<TransferRow>(em, `select ${columns} from payout_transfers t ${joins} where t.id = ? for update of t`, [
    id,
  ])
  return row ? toTransfer(row) : null
}

/** The transfer of a payout that is under way or succeeded. */
export async function liveTransferOf({ em }: Scope, payoutId: string): Promise<Transfer | null> {
  const [row] = await executeBound<TransferRow>(
    em,
    `select ${columns} from payout_transfers t ${joins}
     where t.payout_id = ? and t.state in ('open', 'accepted', 'succeeded') for update of t`,
    [payoutId],
  )
  return row ? toTransfer(row) : null
}

export interface TransferChange {
  state: TransferState
  reference: string | null
  error: string | null
  requestedAt: Date | null
  nextAt: Date | null
}

export async function updateTransfer({ em, now }: Scope, id: string, change: TransferChange): Promise<void> {
  const { state, reference, error, requestedAt, nextAt } = change
  await em.execute(
    `update payout_transfers set state = ?, reference = ?, error = ?, requested_at = ?, next_at = ?, updated_at = ? where id = ?`,
    [state, reference, error, requestedAt, nextAt, now(), id],
  )
}

const maxTransfersOfWebhook = 1000

/** Ids of the transfers of the workspace that an update in a webhook applies to. */
export async function findUpdatedTransfers(
  { em }: Scope,
  workspaceId: string,
  provider: TransferProviderName,
  target: TransferUpdate['transfer'],
): Promise<string[]> {
  const [condition, ...params] = matchingTransfers(target)
  const rows: { id: string }[] = await em.execute(
    `select t.id from payout_transfers t ${joins} where programs.workspace_id = ? and t.provider = ? and ${condition} limit ?`,
    [workspaceId, provider, ...params, maxTransfersOfWebhook],
  )
  return rows.map(({ id }) => id)
}

function matchingTransfers(target: TransferUpdate['transfer']): [sql: string, ...params: unknown[]] {
  // Earlier versions stored the id of a payment to the bank, po_…, instead of that of the transfer.
  if ('reference' in target)
    return [`(t.reference = ? or (t.id = ? and (t.reference is null or t.reference like 'po\\_%')))`, target.reference, target.id]
  if ('id' in target) return ['t.id = ?', target.id]
  return [`t.destination = ? and t.state = 'accepted' and t.updated_at < ?`, target.destination, target.acceptedBefore]
}

/** The number of transfers of the workspace with the provider that are under way. */
export const countTransfersUnderWay = (scope: Scope, workspaceId: string, provider: TransferProviderName) =>
  countOpen(scope, workspaceId, provider, '')

/** Of these, the number of those that were requested: money may have left. */
export const countUnknownOutcomes = (scope: Scope, workspaceId: string, provider: TransferProviderName) =>
  countOpen(scope, workspaceId, provider, 'and t.requested_at is not null')

async function countOpen({ em }: Scope, workspaceId: string, provider: TransferProviderName, condition: string): Promise<number> {
  const [row]: { count: number }[] = await em.execute(
    `select count(*)::int as count from payout_transfers t ${joins}
     where programs.workspace_id = ? and t.provider = ? and t.state = 'open' ${condition}`,
    [workspaceId, provider],
  )
  return row?.count ?? 0
}
