/** Loopback servers that play Stripe and PayPal: they keep accounts, and fail as told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to an order. After `error after`, `proxy error` and `no answer` it is carried out, and the caller does not learn it. */
export type OrderFate = 'answered' | 'refused' | 'error before' | 'error after' | 'proxy error' | 'no answer' | 'late'

export interface PaidOrder {
  key: string
  destination: string
  amount: number
  reference: string
}

export interface PaymentPlayer {
  url: string
  /** Orders that were carried out, in their order. */
  paid: PaidOrder[]
  /** Requests to pay, repeated ones included. */
  requests: number
  /** Decides the fate of a request to pay; the default answers all. */
  setFate(fate: (order: Omit<PaidOrder, 'reference'>, request: number) => OrderFate): void
  onRequest(listener: (request: number) => void): void
  /** The status that PayPal reports for the money of an order. */
  setStatus(key: string, status: string): void
  close(): Promise<void>
}

interface Answer {
  status: number
  body: unknown
}

interface Book {
  paid: PaidOrder[]
  statuses: Map<string, string>
  /** Stores an order under its key once, and returns its answer. */
  carryOut(order: Omit<PaidOrder, 'reference'>): PaidOrder
}

type Handler = (
  request: IncomingMessage,
  body: string,
  book: Book,
) => { pay?: Omit<PaidOrder, 'reference'>; answer(order: PaidOrder | null): Answer }

const lateMs = 6000

async function openPlayer(prefix: string, handle: Handler, isReplayed: (order: PaidOrder, body: string) => Answer): Promise<PaymentPlayer> {
  const byKey = new Map<string, PaidOrder>()
  const failedKeys = new Set<string>()
  const book: Book = {
    paid: [],
    statuses: new Map(),
    carryOut(order) {
      const paid = { ...order, reference: `${prefix}${byKey.size + 1}` }
      byKey.set(order.key, paid)
      book.paid.push(paid)
      return paid
    },
  }
  let decide: (order: Omit<PaidOrder, 'reference'>, request: number) => OrderFate = () => 'answered'
  let listen: (request: number) => void = () => undefined
  const send = (response: ServerResponse, { status, body }: Answer) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const player: PaymentPlayer = {
    url: '',
    paid: book.paid,
    requests: 0,
    setFate: (fate) => void (decide = fate),
    onRequest: (listener) => void (listen = listener),
    setStatus: (key, status) => void book.statuses.set(key, status),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  function receiveOrder(response: ServerResponse, order: Omit<PaidOrder, 'reference'>, body: string, answer: (paid: PaidOrder) => Answer) {
    player.requests += 1
    listen(player.requests)
    const first = byKey.get(order.key)
    const error = { status: 500, body: { error: { message: 'Internal error' }, message: 'Internal error' } }
    // A stored error is repeated, also for an order that was carried out.
    if (failedKeys.has(order.key)) return send(response, error)
    if (first) return send(response, isReplayed(first, body))
    const fate = decide(order, player.requests)
    if (fate === 'refused')
      return send(response, { status: 400, body: { error: { message: 'Insufficient funds' }, message: 'Insufficient funds' } })
    if (fate === 'error before') return send(response, error)
    const paid = book.carryOut(order)
    if (fate === 'answered') return send(response, answer(paid))
    if (fate === 'error after') {
      if (prefix === 'tr_') failedKeys.add(order.key)
      return send(response, error)
    }
    if (fate === 'proxy error') response.writeHead(408, { 'content-type': 'text/html' }).end('<h1>Request Timeout</h1>')
    if (fate === 'late') setTimeout(() => send(response, answer(paid)), lateMs).unref()
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { pay, answer } = handle(request, body, book)
      if (pay) receiveOrder(response, pay, body, answer)
      else send(response, answer(null))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  player.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return player
}

const stripeTransfer = ({ reference, key, destination, amount }: PaidOrder) => ({
  id: reference,
  object: 'transfer',
  amount,
  destination,
  transfer_group: key,
  reversed: false,
})

/** Accounts by their secret keys. */
const stripeAccounts: Record<string, string> = {
  'Bearer sk_test_player': 'acct_player',
  'Bearer sk_test_rolled': 'acct_player',
  'Bearer sk_test_other': 'acct_other',
}

/** Keeps keys as Stripe does: the first answer is repeated, also an error; other parameters are refused. */
export const openStripePlayer = () =>
  openPlayer(
    'tr_',
    (request, body, { paid }) => {
      const url = new URL(request.url ?? '', 'http://stripe')
      const account = stripeAccounts[request.headers.authorization ?? '']
      if (!account) return { answer: () => ({ status: 401, body: { error: { message: 'Invalid API Key provided' } } }) }
      if (url.pathname === '/v1/account') return { answer: () => ({ status: 200, body: { id: account } }) }
      if (request.method === 'GET') {
        const group = url.searchParams.get('transfer_group')
        return { answer: () => ({ status: 200, body: { data: paid.filter(({ key }) => key === group).map(stripeTransfer) } }) }
      }
      const form = new URLSearchParams(body)
      const order = {
        key: String(request.headers['idempotency-key']),
        destination: form.get('destination') ?? '',
        amount: Number(form.get('amount')),
      }
      return { pay: order, answer: (made) => ({ status: 200, body: made && stripeTransfer(made) }) }
    },
    (first, body) => {
      const form = new URLSearchParams(body)
      const isSame = form.get('destination') === first.destination && Number(form.get('amount')) === first.amount
      if (!isSame)
        return { status: 400, body: { error: { type: 'idempotency_error', message: 'Keys must be used with the same parameters' } } }
      return { status: 200, body: stripeTransfer(first) }
    },
  )

/** Refuses a repeated `sender_batch_id` and names the first batch, as PayPal does. */
export async function openPaypalPlayer(): Promise<PaymentPlayer> {
  const player: PaymentPlayer = await openPlayer(
    'BATCH',
    (request, body, { paid, statuses }) => {
      const path = request.url ?? ''
      if (path === '/v1/oauth2/token') return { answer: () => ({ status: 200, body: { access_token: 'token', expires_in: 3600 } }) }
      // An app without the permission to show its account.
      if (path.startsWith('/v1/identity/oauth2/userinfo')) return { answer: () => ({ status: 200, body: { user_id: 'per-app' } }) }
      if (request.headers.authorization !== 'Bearer token')
        return { answer: () => ({ status: 401, body: { message: 'Authentication failed' } }) }
      if (path === '/v1/notifications/verify-webhook-signature') {
        const { transmission_sig } = JSON.parse(body) as { transmission_sig: string }
        return { answer: () => ({ status: 200, body: { verification_status: transmission_sig === 'valid' ? 'SUCCESS' : 'FAILURE' } }) }
      }
      if (request.method === 'GET') {
        const order = paid.find(({ reference }) => path.endsWith(`/${reference}`))
        const item = { transaction_status: statuses.get(order?.key ?? '') ?? 'PENDING', errors: {} }
        return { answer: () => ({ status: order ? 200 : 404, body: { batch_header: { batch_status: 'SUCCESS' }, items: [item] } }) }
      }
      const { sender_batch_header, items } = JSON.parse(body) as {
        sender_batch_header: { sender_batch_id: string }
        items: [{ receiver: string; amount: { value: string } }]
      }
      const order = {
        key: sender_batch_header.sender_batch_id,
        destination: items[0].receiver,
        amount: Math.round(Number(items[0].amount.value) * 100),
      }
      return { pay: order, answer: (made) => ({ status: 201, body: { batch_header: { payout_batch_id: made?.reference } } }) }
    },
    ({ reference }) => ({
      status: 400,
      body: {
        name: 'USER_BUSINESS_ERROR',
        message: 'User business error.',
        details: [
          {
            field: 'SENDER_BATCH_ID',
            issue: 'Batch with given sender_batch_id already exists',
            link: [{ href: `${player.url}/v1/payments/payouts/${reference}`, rel: 'self', method: 'GET' }],
          },
        ],
      },
    }),
  )
  return player
}
