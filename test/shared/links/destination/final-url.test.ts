import test from 'ava'
import fc from 'fast-check'
import { RawQuery } from '../../../../shared/links/destination/raw-query.js'
import { finalUrl, type LinkRecord } from '../../../../shared/links/index.js'
import { linkRecord } from '../../../support/link-record.js'

const id = 'Vba856Y92fKXBTT7'
const partner: Partial<LinkRecord> = { programId: 'prog_1', partnerId: 'pn_1' }
interface Given {
  link?: Partial<LinkRecord>
  target: string
  query?: string
  clickId?: string | null
}
const end = ({ link = {}, target, query = '', clickId = null }: Given) =>
  finalUrl({ link: linkRecord(link), target, clickId, clickIdParam: 'svc_id', query, visitor: { ip: '203.0.113.7', ua: 'Agent 1' } })

const cases: [title: string, given: Given, location: string][] = [
  ['without anything to add the target stays as it is', { target: 'https://t.example?flag' }, 'https://t.example?flag'],
  ["the request's query is copied", { target: 'https://t.example/p', query: 'a=1' }, 'https://t.example/p?a=1'],
  ['a bare host gets its slash before a query', { target: 'https://t.example', query: 'a=1' }, 'https://t.example/?a=1'],
  ['the same name is overwritten in place', { target: 'https://t.example/?a=1&b=2&c=3', query: 'b=9' }, 'https://t.example/?a=1&b=9&c=3'],
  [
    'a flag without value keeps its form',
    { target: 'https://t.example/?flag&x=%20y', query: 'other' },
    'https://t.example/?flag&x=%20y&other',
  ],
  ['odd encodings are kept', { target: 'https://t.example/?q=%E0%A4%A', query: 'w=a+b%2B' }, 'https://t.example/?q=%E0%A4%A&w=a+b%2B'],
  ['the fragment stays behind the query', { target: 'https://t.example/p#top', query: 'a=1' }, 'https://t.example/p?a=1#top'],
  ['the mark of a QR code is not passed on', { target: 'https://t.example/', query: 'qr=1&a=1' }, 'https://t.example/?a=1'],
  ['another value of that name is', { target: 'https://t.example/', query: 'qr=2' }, 'https://t.example/?qr=2'],
  [
    'the wish not to be tracked is not passed on',
    { target: 'https://t.example/', query: 'dub-no-track=1&svc-no-track&a=1' },
    'https://t.example/?a=1',
  ],
  [
    'the password of a protected link is not passed on',
    { link: { password: 's' }, target: 'https://t.example/', query: 'pw=s&a=1' },
    'https://t.example/?a=1',
  ],
  ['a parameter of that name is, where no password was asked', { target: 'https://t.example/', query: 'pw=s' }, 'https://t.example/?pw=s'],
  [
    'another destination may be asked for',
    { target: 'https://t.example/', query: 'redir_url=https%3A%2F%2Fo.example%2Fx%3Fy%3D1&a=1' },
    'https://o.example/x?y=1&a=1',
  ],
  ['a text like a domain will do for it', { target: 'https://t.example/', query: 'redir_url=o.example/x' }, 'https://o.example/x'],
  ['what is no web address does not', { target: 'https://t.example/', query: 'redir_url=javascript:alert(1)' }, 'https://t.example/'],
  ['the click id is told', { target: 'https://t.example/p?x=1', clickId: id }, `https://t.example/p?x=1&svc_id=${id}`],
  [
    'the click id is not told to those who are not to track',
    { target: 'https://t.example/p', clickId: id, query: 'svc-no-track=1' },
    'https://t.example/p',
  ],
  [
    'a payment page gets it as its own reference',
    { target: 'https://pay.example/b?dub_client_reference_id=1', clickId: id },
    `https://pay.example/b?client_reference_id=svc_id_${id}`,
  ],
  [
    "a partner's link says who brought the visitor",
    { link: partner, target: 'https://t.example/', clickId: id },
    `https://t.example/?via=spring&svc_id=${id}`,
  ],
  [
    'AppsFlyer gets its names',
    { link: partner, target: 'https://app.onelink.me/x', clickId: id },
    `https://app.onelink.me/x?via=spring&svc_id=${id}&pid=tributary_int&clickid=${id}&c=spring&af_siteid=spring`,
  ],
  [
    'Singular gets its names and templates',
    { link: partner, target: 'https://app.sng.link/x?wpcn={via}&wpcl={dub_id}', clickId: id },
    `https://app.sng.link/x?wpcn=spring&wpcl=${id}&via=spring&svc_id=${id}&cl=${id}&ua=Agent%201&ip=203.0.113.7`,
  ],
  [
    'the Play Store gets the short link in its referrer, beside what is there',
    { target: 'https://play.google.com/store/apps/details?id=app&referrer=utm_source%3Dx', query: 'a=1' },
    'https://play.google.com/store/apps/details?id=app&referrer=utm_source%3Dx%26deepLink%3Dhttps%253A%252F%252Fd.example%252Fspring%253Fa%253D1&a=1',
  ],
]

for (const [title, given, location] of cases) {
  test(title, (t) => {
    t.is(end(given).location, location)
  })
}

test('what is counted does not name the one click', (t) => {
  const { counted } = end({ link: partner, target: 'https://app.sng.link/x', clickId: id, query: 'a=1' })
  t.is(counted, 'https://app.sng.link/x?via=spring&a=1')
})

test('every pair of a query that is not touched keeps its text and its place', (t) => {
  const piece = fc.stringMatching(/^[a-z%+=.0-9-]{0,8}$/).filter((text) => !text.includes('&'))
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), (pieces) => {
      const text = pieces.join('&')
      t.is(new RawQuery(text).toString(), text)
    }),
  )
})

test('a value that was set reads back', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z]{1,5}$/), (value, name) => {
      const query = new RawQuery('a=1&b')
      query.set(name, value)
      t.is(query.get(name), value)
    }),
  )
})
