/** Webhooks at hooks.slack.com, which takes messages only. */
import test from 'ava'
import { Webhook as Verifier } from 'standardwebhooks'
import { slackMessage } from '../../../shared/webhooks/delivery/slack-message.js'
import { sampleEventData } from '../../../shared/webhooks/samples.js'
import { type ReceivedRequest, subscribe } from '../../support/receivers.js'
import { openWebhookDelivery } from '../../support/webhook-delivery.js'

const messageOf = (event: string, data: unknown) => JSON.parse(slackMessage(Buffer.from(JSON.stringify({ event, data }))).toString())

for (const [event, data] of Object.entries(sampleEventData)) {
  test(`${event} is a message with a title and one block`, (t) => {
    const { text, blocks } = messageOf(event, data)
    t.regex(text, /^[A-Z][a-z]+( [a-z]+)+$/)
    t.is(blocks.length, 1)
    t.true(blocks[0].text.text.startsWith(`*${text}*`))
    t.notRegex(blocks[0].text.text, /undefined|null|NaN|\[object/)
  })
}

test('the message of a sale has its link, its customer and its amount, without characters that Slack would interpret', (t) => {
  const data = {
    link: { shortLink: 'https://go.example/spring', url: 'https://shop.example/?a=1&b=2' },
    customer: { name: '<!channel>', email: 'ann@example.com' },
    partner: null,
    sale: { amount: 12_345, currency: 'usd' },
  }
  t.is(
    messageOf('sale.created', data).blocks[0].text.text,
    '*Sale created*\nLink: https://go.example/spring\nDestination: https://shop.example/?a=1&amp;b=2\nCustomer: &lt;!channel&gt;\nAmount: 123.45 USD',
  )
})

test('a long address is cut to the limit of a block', (t) => {
  const { blocks } = messageOf('link.created', { url: `https://shop.example/${'a'.repeat(5000)}` })
  t.is(blocks[0].text.text.length, 3000)
})

test('a webhook of Slack gets the message, signed as it is sent', async (t) => {
  const { api, receivers, newPath, waitForRequests, createLink, close } = await openWebhookDelivery()
  t.teardown(close)
  const { key } = await api.make.caller()
  const path = newPath()
  const { id, secret } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await api.resources.database.pool.query(`update webhooks set receiver = 'slack' where id = $1`, [id])
  const { body: link } = await createLink(key)
  const [{ body, headers }] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  const message = new Verifier(secret).verify(body, headers as Record<string, string>) as { text: string; blocks: any[] }
  t.is(message.text, 'Link created')
  t.true(message.blocks[0].text.text.includes(link.shortLink))
})
