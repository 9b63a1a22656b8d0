import type { AddressInfo } from 'node:net'
import test from 'ava'
import { Webhook as Signer } from 'standardwebhooks'
import { signedHeaders, signingKey } from '../../../shared/webhooks/delivery/signature.js'
import { createListener } from '../../../shared/webhooks/listen/listener.js'
import { newSecret } from '../../../shared/webhooks/secret.js'

const secret = newSecret()
const body = '{"id":"evt_1","event":"sale.created","data":{"amount":1}}'
const signed = (by: string, text = body, at = new Date()) => signedHeaders([signingKey(by)], 'evt_1', Buffer.from(text), at)

/** The response status and the printed lines for these headers. */
async function deliver(headers: Record<string, string>, options: { secret?: string | null; status?: number } = {}) {
  const lines: string[] = []
  const server = createListener({ secret, status: 200, print: (line) => lines.push(line), ...options }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method: 'POST', body, headers })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { status: response.status, text: lines.join('\n') }
}

test('a delivery of the service is verified and printed', async (t) => {
  const { status, text } = await deliver(signed(secret))
  t.is(status, 200)
  t.regex(text, /sale\.created {2}evt_1 {2}verified\n\{\n {2}"id": "evt_1"/)
})

test('a delivery signed by the standardwebhooks library is verified', async (t) => {
  const now = new Date()
  const signature = new Signer(secret).sign('evt_1', now, body)
  t.regex(
    (
      await deliver({
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      })
    ).text,
    /verified/,
  )
})

const rejections: [title: string, headers: Record<string, string>, words: RegExp][] = [
  ['without headers', {}, /header is missing/],
  ['with the signature of another secret', signed(newSecret()), /no signature matches/],
  ['of another body', signed(secret, `${body} `), /no signature matches/],
  ['with another id', { ...signed(secret), 'webhook-id': 'evt_2' }, /no signature matches/],
  ['of six minutes ago', signed(secret, body, new Date(Date.now() - 360_000)), /outside the tolerance/],
]
for (const [title, headers, words] of rejections) {
  test(`a delivery ${title} is rejected`, async (t) => {
    const { status, text } = await deliver(headers)
    t.is(status, 401)
    t.regex(text, words)
  })
}

test('responds with the configured status and verifies nothing without a secret', async (t) => {
  const { status, text } = await deliver({}, { secret: null, status: 503 })
  t.is(status, 503)
  t.regex(text, /NOT VERIFIED/)
})
