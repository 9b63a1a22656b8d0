/**
 * Transfers to accounts connected with Stripe Connect. Every request carries the id of the transfer as idempotency key, and as
 * `transfer_group`, by which a transfer is found after Stripe has dropped the key (a day later).
 */
import { z } from 'zod'
import { isUncertain, listAt, type ProviderResponse, requestProvider, textAt, valueAt } from './provider-request.js'
import { type ProviderAccess, transferApi, type TransferUpdate, type TransferOrder, type TransferOutcome } from './provider.js'
import { isSignedByStripe } from './stripe-signature.js'

export const stripeCredentials = z.object({
  secretKey: z
    .string()
    .max(255)
    .regex(/^(sk|rk)_\w+$/, 'must be a secret or restricted key of Stripe: it begins with sk_ or rk_')
    .meta({ description: 'Secret key, or a restricted key that may write transfers and read the account.' }),
  webhookSecret: z
    .string()
    .max(255)
    .startsWith('whsec_', 'must be the signing secret of a Stripe webhook endpoint: it begins with whsec_')
    .nullish()
    .meta({ description: 'Signing secret of the webhook endpoint; without it, webhooks are refused.' }),
})
type Access = ProviderAccess<z.infer<typeof stripeCredentials>>

const request = ({ client, apiUrl, credentials }: Access, path: string, form?: URLSearchParams, key?: string) =>
  requestProvider(client, apiUrl + path, {
    method: form ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${credentials.secretKey}`,
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(form ? { body: form.toString() } : {}),
  })

/** Test and live mode are as separate as two accounts. */
async function accountId(access: Access): Promise<string | null> {
  const { body } = await request(access, '/v1/account')
  const id = textAt(body, 'id')
  return id && `${id} ${/^.k_test_/.test(access.credentials.secretKey) ? 'test' : 'live'}`
}

async function send(access: Access, { id, payoutId, destination, amount, currency }: TransferOrder): Promise<TransferOutcome> {
  const form = new URLSearchParams({
    amount: String(amount),
    currency: currency.toLowerCase(),
    destination,
    transfer_group: id,
    'metadata[transferId]': id,
    'metadata[payoutId]': payoutId,
  })
  return outcomeOf(await request(access, '/v1/transfers', form, id))
}

async function find(access: Access, { id }: TransferOrder): Promise<TransferOutcome | null> {
  const response = await request(access, `/v1/transfers?limit=1&transfer_group=${encodeURIComponent(id)}`)
  if (response.status !== 200) return { kind: 'unknown', reason: reasonOf(response) }
  const [found] = listAt(response.body, 'data')
  return found === undefined ? null : transferOutcome(found)
}

function outcomeOf(response: ProviderResponse): TransferOutcome {
  const { status, body, notSent } = response
  const reason = reasonOf(response)
  if (notSent) return { kind: 'refused', reason }
  if (status === 200) return transferOutcome(body)
  if (status === 401 || status === 403 || status === 429) return { kind: 'refused', reason }
  // A conflict about the key says nothing about the first request either.
  const isKeyConflict = textAt(body, 'error', 'type') === 'idempotency_error'
  if (isKeyConflict || isUncertain(response)) return { kind: 'unknown', reason }
  return { kind: 'failed', reason }
}

function transferOutcome(transfer: unknown): TransferOutcome {
  const reference = textAt(transfer, 'id')
  if (reference === null) return { kind: 'unknown', reason: 'Stripe answered without the id of the transfer.' }
  return valueAt(transfer, 'reversed') === true
    ? { kind: 'failed', reason: 'The transfer was reversed.', reference }
    : { kind: 'accepted', reference }
}

const reasonOf = ({ status, body, error }: ProviderResponse) =>
  textAt(body, 'error', 'message') ?? error ?? `Stripe answered with the status ${status}.`

function readWebhook(body: unknown): TransferUpdate[] {
  const object = valueAt(body, 'data', 'object')
  const type = textAt(body, 'type')
  const reference = textAt(object, 'id')
  // A partial reversal leaves the payout paid: the workspace settles the difference with the partner.
  if (type === 'transfer.reversed' && reference !== null && valueAt(object, 'reversed') === true) {
    const transfer = { reference, id: textAt(object, 'transfer_group') }
    return [{ transfer, outcome: { kind: 'failed', reason: 'The transfer was reversed.', reference } }]
  }
  const account = textAt(body, 'account')
  const created = Number(valueAt(object, 'created'))
  // A payment from the balance of the partner to their bank contains everything that was transferred before. Its id names the payment,
  // not the transfers: they keep the reference by which Stripe reports a later reversal.
  if (type === 'payout.paid' && account !== null && Number.isFinite(created))
    return [{ transfer: { destination: account, acceptedBefore: new Date(created * 1000) }, outcome: { kind: 'succeeded' } }]
  return []
}

export const stripe = {
  name: 'stripe' as const,
  title: 'Stripe',
  method: 'connect' as const,
  transfers: transferApi<z.infer<typeof stripeCredentials>>({
    credentials: stripeCredentials,
    keyOf: ({ secretKey }) => secretKey,
    accountId,
    send,
    find,
    check: null,
    keyLifetimeMs: Number.POSITIVE_INFINITY,
    signatureHeader: 'stripe-signature',
    verifyWebhook: async ({ credentials, now }, webhook) => isSignedByStripe(credentials.webhookSecret ?? null, webhook, now()),
    readWebhook,
  }),
}
