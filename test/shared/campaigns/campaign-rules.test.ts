/** The pure rules of campaigns: states, conditions, documents, variables and senders. */
import test from 'ava'
import {
  campaignOperations,
  campaignStatuses,
  campaignTypes,
  isEditable,
  nextCampaignStatus,
} from '../../../shared/campaigns/campaigns/campaign-states.js'
import { type DocumentNode, documentError } from '../../../shared/campaigns/content/document.js'
import { parseFromAddress } from '../../../shared/campaigns/content/from-address.js'
import { renderHtml, renderText } from '../../../shared/campaigns/content/render.js'
import { interpolate } from '../../../shared/campaigns/content/variables.js'
import { sampleValues } from '../../../shared/campaigns/sending/partner-values.js'
import { conditionsError, isTriggered, type TriggerCondition } from '../../../shared/campaigns/workflows/conditions.js'

/** Every allowed change; all others are refused. */
const allowed: Record<string, string> = {
  'marketing draft schedule': 'scheduled',
  'marketing scheduled send': 'sending',
  'marketing sending finish': 'sent',
  'marketing scheduled cancel': 'canceled',
  'marketing sending cancel': 'canceled',
  'transactional draft activate': 'active',
  'transactional paused activate': 'active',
  'transactional active pause': 'paused',
}

for (const type of campaignTypes)
  for (const status of campaignStatuses)
    for (const operation of campaignOperations) {
      const next = allowed[`${type} ${status} ${operation}`] ?? null
      test(`${operation} ${next ? `makes a ${type} campaign that is ${status} ${next}` : `is refused for a ${type} campaign that is ${status}`}`, (t) => {
        t.is<string | null, string | null>(nextCampaignStatus(type, status, operation), next)
      })
    }

test('campaigns that are a draft, scheduled or paused can be changed', (t) => {
  t.deepEqual(campaignStatuses.filter(isEditable), ['draft', 'scheduled', 'paused'])
})

const partner = { totalLeads: 5, totalConversions: 2, totalSaleAmount: 900, totalCommissions: 0, enrolledDays: 7 }
const leads = (operator: 'gte' | 'lte', value: number): TriggerCondition => ({ attribute: 'totalLeads', operator, value })
const enrolled: TriggerCondition = { attribute: 'partnerEnrolledDays', operator: 'gte', value: 7 }

test('a campaign is triggered if a condition is about the event and all conditions hold', (t) => {
  t.true(isTriggered([leads('gte', 5)], ['totalLeads'], partner))
  t.false(isTriggered([leads('gte', 6)], ['totalLeads'], partner))
  t.true(isTriggered([leads('lte', 5)], ['totalLeads'], partner))
  t.false(isTriggered([leads('lte', 4)], ['totalLeads'], partner))
  t.false(isTriggered([leads('gte', 5)], ['totalSaleAmount'], partner), 'another total changed')
  t.true(isTriggered([leads('gte', 5), enrolled], ['totalLeads'], partner))
  t.false(isTriggered([leads('gte', 5), enrolled], ['totalLeads'], { ...partner, enrolledDays: 6 }))
  t.true(isTriggered([{ attribute: 'partnerJoined' }], ['partnerJoined'], partner))
  t.false(isTriggered([], ['partnerJoined'], partner), 'no conditions never match')
})

test('an attribute is named at most once, and partnerJoined alone', (t) => {
  t.is(conditionsError([leads('gte', 1), enrolled]), null)
  t.regex(conditionsError([leads('gte', 1), leads('lte', 9)]) ?? '', /totalLeads twice/)
  t.regex(conditionsError([{ attribute: 'partnerJoined' }, enrolled]) ?? '', /partnerJoined alone/)
})

test('variables are replaced, with a fallback for a missing value; other braces stay', (t) => {
  const values = { ...sampleValues, PartnerName: 'Ann', SaleReward: null }
  t.is(interpolate('Hi {{PartnerName}}, {{ SaleReward | a reward }}.', values), 'Hi Ann, a reward.')
  t.is(interpolate('{{SaleReward}}{{Unknown}} {x}', values), '{{Unknown}} {x}')
})

const doc = (...content: DocumentNode[]): DocumentNode => ({ type: 'doc', content })
const text = (value: string, ...marks: DocumentNode['marks'] & object): DocumentNode => ({ type: 'text', text: value, marks })
const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: 'paragraph', content })

test('a document is rendered as HTML with escaped values, and as text', (t) => {
  const values = { ...sampleValues, PartnerName: '<b>Ann & "Co"</b>', PartnerLink: 'https://go.example/ann?a=1&b=2' }
  const body = doc(
    { type: 'heading', attrs: { level: 1 }, content: [text('Hello {{PartnerName}}')] },
    paragraph(text('Your <link>', { type: 'bold' }, { type: 'link', attrs: { href: '{{PartnerLink}}' } }), { type: 'hardBreak' }),
    { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph({ type: 'mention', attrs: { id: 'SaleReward' } })] }] },
  )
  t.is(
    renderHtml(body, values),
    '<h1>Hello &lt;b&gt;Ann &amp; &quot;Co&quot;&lt;/b&gt;</h1>' +
      '<p><a href="https://go.example/ann?a=1&amp;b=2"><strong>Your &lt;link&gt;</strong></a><br></p>' +
      '<ul><li><p>30% per sale</p></li></ul>',
  )
  t.is(renderText(body, values), 'Hello <b>Ann & "Co"</b>\n\nYour <link> (https://go.example/ann?a=1&b=2)\n\n- 30% per sale')
})

test('variables within the address of a link are encoded, and an address that is one is used as it is', (t) => {
  const values = { ...sampleValues, PartnerName: 'Ann & "Co"', PartnerLink: 'https://go.example/ann?a=1&b=2' }
  const addressOf = (href: string) => renderText(doc(paragraph(text('here', { type: 'link', attrs: { href } }))), values)
  t.is(addressOf('https://acme.example/?name={{PartnerName}}&x=1'), 'here (https://acme.example/?name=Ann%20%26%20%22Co%22&x=1)')
  t.is(
    addressOf('https://acme.example/?to={{PartnerLink}}'),
    'here (https://acme.example/?to=https%3A%2F%2Fgo.example%2Fann%3Fa%3D1%26b%3D2)',
  )
  t.is(addressOf('{{PartnerLink}}'), 'here (https://go.example/ann?a=1&b=2)')
  t.is(addressOf('mailto:{{PartnerEmail}}'), 'here (mailto:ann@example.com)')
})

let deep: DocumentNode = paragraph()
for (let level = 0; level < 40; level++) deep = { type: 'blockquote', content: [deep] }
const invalidDocuments: [title: string, document: unknown, message: RegExp][] = [
  ['a script', doc({ type: 'script' }), /unknown type "script" at bodyJson\.content\[0\]/],
  ['a link with a script', doc(paragraph(text('x', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))), /marks\[0\]\.attrs\.href/],
  ['an unknown mark', doc(paragraph(text('x', { type: 'blink' }))), /unknown mark/],
  ['an image that is no web address', doc({ type: 'image', attrs: { src: 'data:image/png;base64,xx' } }), /attrs\.src/],
  ['an unknown variable', doc(paragraph({ type: 'mention', attrs: { id: 'Password' } })), /attrs\.id/],
  ['a text without a text', doc(paragraph({ type: 'text' })), /content\[0\]\.text/],
  ['a document inside of a document', doc(doc()), /inside of a document/],
  ['too many levels', doc(deep), /nested deeper/],
  ['too many characters', doc(paragraph(text('x'.repeat(100_001)))), /at most 100000/],
  ['no list', { type: 'doc', content: 'x' }, /needs a list/],
]
for (const [title, document, message] of invalidDocuments) {
  test(`a document with ${title} is refused`, (t) => {
    t.regex(documentError(document) ?? '', message)
  })
}

const senders: [text: string, expected: ReturnType<typeof parseFromAddress>][] = [
  ['news@Acme.com', { name: null, address: 'news@Acme.com', domain: 'acme.com' }],
  ['Acme News <news@mail.acme.com>', { name: 'Acme News', address: 'news@mail.acme.com', domain: 'mail.acme.com' }],
  ['"Acme" <a@acme.com>', { name: 'Acme', address: 'a@acme.com', domain: 'acme.com' }],
  ['<a@acme.com>', { name: null, address: 'a@acme.com', domain: 'acme.com' }],
  ['acme.com', null],
  ['a@acme', null],
  ['A <a@acme.com> <b@acme.com>', null],
  ['a@acme.com\nBcc: b@acme.com', null],
]
for (const [address, expected] of senders) {
  test(`the sender ${JSON.stringify(address)} is ${expected ? `of ${expected.domain}` : 'refused'}`, (t) => {
    t.deepEqual(parseFromAddress(address), expected)
  })
}
