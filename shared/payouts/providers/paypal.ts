/**
 * Payouts to PayPal accounts. The id of the transfer is the `sender_batch_id`: PayPal refuses to carry out one twice within 30 days, and
 * names the first batch when it refuses.
 */
import { z } from 'zod'
import { days } from '../../kernel/time.js'
import { invalidatePaypalToken, paypalToken } from './paypal-token.js'
import { isUncertain, listAt, type ProviderResponse, requestProvider, textAt, valueAt } from './provider-request.js'
import {
  type ProviderAccess,
  type ProviderWebhook,
  transferApi,
  type TransferUpdate,
  type TransferOrder,
  type TransferOutcome,
} from './provider.js'

const credentialText = (description: string) => z.string().min(1).max(255).meta({ description })

export const paypalCredentials = z.object({
  clientId: credentialText('Client id of the app.'),
  clientSecret: credentialText('Secret of the app.'),
  webhookId: credentialText('Id of the webhook at PayPal; without it, webhooks are refused.').nullish(),
})
export type PaypalCredentials = z.infer<typeof paypalCredentials>
type Access = ProviderAccess<PaypalCredentials>

async function request(access: Access, method: 'GET' | 'POST', path: string, body?: object, key?: string): Promise<ProviderResponse> {
  const token = await paypalToken(access)
  // Without a token the request is not sent.
  if (typeof token !== 'string') return { ...token, notSent: true }
  const response = await requestProvider(access.client, access.apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key ? { 'paypal-request-id': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (response.status === 401) invalidatePaypalToken(access)
  return response
}

/** PayPal shows `payer_id` to apps with the permission `paypalattributes`; its other ids are per app. */
async function accountId(access: Access): Promise<string | null> {
  const { body } = await request(access, 'GET', '/v1/identity/oauth2/userinfo?schema=paypalv1.1')
  return textAt(body, 'payer_id')
}

async function send(access: Access, order: TransferOrder): Promise<TransferOutcome> {
  const { id, payoutId, destination, amount, currency } = order
  const response = await request(
    access,
    'POST',
    '/v1/payments/payouts',
    {
      sender_batch_header: { sender_batch_id: id, email_subject: 'You have received a payout' },
      items: [
        {
          recipient_type: 'EMAIL',
          receiver: destination,
          amount: { value: (amount / 100).toFixed(2), currency: currency.toUpperCase() },
          sender_item_id: id,
          note: `Payout ${payoutId}`,
        },
      ],
    },
    id,
  )
  const { status, body, notSent } = response
  const reason = reasonOf(response)
  if (notSent) return { kind: 'refused', reason }
  const batchId = status === 200 || status === 201 ? textAt(body, 'batch_header', 'payout_batch_id') : firstBatchId(body)
  if (batchId !== null) return { kind: 'accepted', reference: batchId }
  if (status === 401 || status === 403 || status === 429) return { kind: 'refused', reason }
  if (isUncertain(response)) return { kind: 'unknown', reason }
  // A refusal of the key without the first batch: the money may have left with it.
  if (listAt(body, 'details').some((detail) => textAt(detail, 'field')?.toLowerCase().includes('sender_batch_id')))
    return { kind: 'unknown', reason }
  return { kind: 'failed', reason }
}

/** The id of the batch that used the key first, from the link in PayPal's refusal. */
function firstBatchId(body: unknown): string | null {
  const links = [
    ...listAt(body, 'links'),
    ...listAt(body, 'details').flatMap((detail) => [...listAt(detail, 'link'), ...listAt(detail, 'links')]),
  ]
  for (const link of links) {
    const found = /\/v1\/payments\/payouts\/([\w-]+)/.exec(textAt(link, 'href') ?? '')?.[1]
    if (found) return found
  }
  return null
}

async function check(access: Access, { reference }: TransferOrder): Promise<TransferOutcome> {
  const response = await request(access, 'GET', `/v1/payments/payouts/${encodeURIComponent(reference ?? '')}`)
  if (response.status !== 200) return { kind: 'unknown', reason: reasonOf(response) }
  const batch = textAt(response.body, 'batch_header', 'batch_status')
  const [item] = listAt(response.body, 'items')
  return statusOutcome(textAt(item, 'transaction_status') ?? (batch === 'DENIED' ? 'DENIED' : ''), reference ?? '', item)
}

const failures: Record<string, string> = {
  FAILED: 'PayPal could not pay the partner.',
  DENIED: 'PayPal denied the payout.',
  BLOCKED: 'PayPal blocked the payout.',
  RETURNED: 'The partner did not claim the money in time, and it came back.',
  REFUNDED: 'The money came back.',
  REVERSED: 'The money came back.',
  CANCELED: 'The payout was canceled at PayPal.',
}

/** Unclaimed, held and pending payouts stay accepted: they may still arrive or come back. */
function statusOutcome(status: string, reference: string, item: unknown): TransferOutcome {
  const failure = failures[status]
  if (failure) return { kind: 'failed', reason: textAt(item, 'errors', 'message') ?? failure, reference }
  return { kind: status === 'SUCCESS' ? 'succeeded' : 'accepted', reference }
}

const reasonOf = ({ status, body, error }: ProviderResponse) =>
  textAt(body, 'details', 0, 'issue') ??
  textAt(body, 'message') ??
  textAt(body, 'error_description') ??
  error ??
  `PayPal answered with the status ${status}.`

const signatureHeader = 'paypal-transmission-sig'

/** PayPal itself verifies the signature of its webhooks. */
async function verifyWebhook(access: Access, { headers, body }: ProviderWebhook): Promise<boolean> {
  const { webhookId } = access.credentials
  const header = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null)
  const signature = header(signatureHeader)
  if (!webhookId || signature === null) return false
  const response = await request(access, 'POST', '/v1/notifications/verify-webhook-signature', {
    auth_algo: header('paypal-auth-algo'),
    cert_url: header('paypal-cert-url'),
    transmission_id: header('paypal-transmission-id'),
    transmission_sig: signature,
    transmission_time: header('paypal-transmission-time'),
    webhook_id: webhookId,
    webhook_event: JSON.parse(body.toString('utf8')) as unknown,
  })
  return textAt(response.body, 'verification_status') === 'SUCCESS'
}

function readWebhook(body: unknown): TransferUpdate[] {
  if (!textAt(body, 'event_type')?.startsWith('PAYMENT.PAYOUTS-ITEM.')) return []
  const item = valueAt(body, 'resource')
  const id = textAt(item, 'payout_item', 'sender_item_id') ?? textAt(item, 'sender_batch_id')
  const reference = textAt(item, 'payout_batch_id')
  const status = textAt(item, 'transaction_status')
  if (id === null || reference === null || status === null) return []
  return [{ transfer: { id }, outcome: statusOutcome(status, reference, item) }]
}

export const paypal = {
  name: 'paypal' as const,
  title: 'PayPal',
  method: 'paypal' as const,
  transfers: transferApi<PaypalCredentials>({
    credentials: paypalCredentials,
    keyOf: ({ clientId }) => clientId,
    accountId,
    send,
    // PayPal cannot look for a sender_batch_id; the repeated order finds the first one.
    find: async () => null,
    check,
    keyLifetimeMs: days(25),
    signatureHeader,
    verifyWebhook,
    readWebhook,
  }),
}
