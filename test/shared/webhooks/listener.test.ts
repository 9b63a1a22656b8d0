import type { AddressInfo } from 'node:net'
import test from 'ava'
import { Webhook as Signer } from 'standardwebhooks'
import { signedHeaders, signingKey } from '../../../shared/webhooks/delivery/signature.js'
import { listener } from '../../../shared/webhooks/listen/listener.js'
import { newSecret } from '../../../shared/webhooks/secret.js'

const secret = newSecret()
const body = '{"id":"evt_1","event":"sale.created","data":{"amount":1}}'
const signed = (by: string, text = body, at = new Date()) => signedHeaders([signingKey(by)], 'evt_1', Buffer.from(text), at)

/** What is answered and printed when these headers come. */
async function deliver(headers: Record<string, string>, options: { secret?: string | null; status?: number } = {}) {
  const lines: string[] = []
  const server = listener({ secret, status: 200, print: (line) => lines.push(line), ...options }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method: 'POST', body, headers })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { status: answer.status, text: lines.join('\n') }
}

test('a delivery of ours is verified and printed', async (t) => {
  const { status, text } = await deliver(signed(secret))
  t.is(status, 200)
  t.regex(text, /sale\.created {2}evt_1 {2}verified\n\{\n {2}"id": "evt_1"/)
})

test('so is one that another library signed', async (t) => {
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

const refusals: [title: string, headers: Record<string, string>, words: RegExp][] = [
  ['without headers', {}, /header is missing/],
  ['with the signature of another secret', signed(newSecret()), /no signature fits/],
  ['of another body', signed(secret, `${body} `), /no signature fits/],
  ['with another id', { ...signed(secret), 'webhook-id': 'evt_2' }, /no signature fits/],
  ['of six minutes ago', signed(secret, body, new Date(Date.now() - 360_000)), /its time is not now/],
]
for (const [title, headers, words] of refusals) {
  test(`a delivery ${title} is refused`, async (t) => {
    const { status, text } = await deliver(headers)
    t.is(status, 401)
    t.regex(text, words)
  })
}

test('any status is answered that is asked for, and without a secret nothing is verified', async (t) => {
  const { status, text } = await deliver({}, { secret: null, status: 503 })
  t.is(status, 503)
  t.regex(text, /NOT VERIFIED/)
})
