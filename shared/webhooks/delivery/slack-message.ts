/** Events as messages: an incoming webhook of Slack refuses any other body. */
import { truncateText } from '../../kernel/truncate-text.js'

interface NamedPerson {
  name?: string | null
  email?: string | null
}

interface LinkOfEvent {
  shortLink?: string
  url?: string
}

/** The fields of events that a message shows. Each kind of event has some of them. */
interface EventData extends NamedPerson, LinkOfEvent {
  link?: LinkOfEvent
  customer?: NamedPerson | null
  partner?: NamedPerson | null
  sale?: Money
  amount?: number
  earnings?: number
  currency?: string
  code?: string
}

interface Money {
  amount: number
  currency: string
}

/** The body of the delivery: a text for notifications, and one block with the facts of the event. */
export function slackMessage(body: Buffer): Buffer {
  const { event, data } = JSON.parse(body.toString('utf8')) as { event: string; data: EventData }
  const title = titleOf(event)
  const lines = factsOf(event, data).flatMap(([name, value]) => (value ? [`${name}: ${escape(value)}`] : []))
  const text = { type: 'mrkdwn', text: truncateText([`*${title}*`, ...lines].join('\n'), maxBlockCharacters) }
  return Buffer.from(JSON.stringify({ text: title, blocks: [{ type: 'section', text }] }))
}

/** Limit of Slack. */
const maxBlockCharacters = 3000

/** `partner.application_submitted` is "Partner application submitted". */
function titleOf(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function factsOf(event: string, data: EventData): [name: string, value: string | null | undefined][] {
  const { shortLink, url } = data.link ?? data
  return [
    ['Link', shortLink],
    ['Destination', url],
    ['Customer', nameOf(data.customer)],
    ['Partner', nameOf(data.partner ?? (event.startsWith('partner.') ? data : null))],
    ['Amount', moneyOf(data.sale?.amount ?? data.amount, data.sale?.currency ?? data.currency)],
    ['Earnings', moneyOf(data.earnings, data.currency)],
    ['Code', data.code],
  ]
}

const nameOf = (person: NamedPerson | null | undefined) => person?.name || person?.email

const moneyOf = (cents: number | undefined, currency = 'usd') =>
  cents === undefined ? null : `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`

/** The characters that have a meaning in messages (Slack, "Formatting text for app surfaces"). */
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
