import test from 'ava'
import fc from 'fast-check'
import { RawQuery } from '../../../../shared/links/destination/raw-query.js'
import { finalUrl, type LinkRecord } from '../../../../shared/links/index.js'
import { linkRecord } from '../../../support/link-record.js'

const id = 'Vba856Y92fKXBTT7'
const partner: Partial<LinkRecord> = { programId: 'prog_1', partnerId: 'pn_1' }
interface Input {
  link?: Partial<LinkRecord>
  target: string
  query?: string
  clickId?: string | null
}
const build = ({ link = {}, target, query = '', clickId = null }: Input) =>
  finalUrl({ link: linkRecord(link), target, clickId, clickIdParam: 'svc_id', query, visitor: { ip: '203.0.113.7', userAgent: 'Agent 1' } })

const cases: [title: string, input: Input, location: string][] = [
  ['returns the target unchanged if nothing is added', { target: 'https://t.example?flag' }, 'https://t.example?flag'],
  ['copies the query of the request', { target: 'https://t.example/p', query: 'a=1' }, 'https://t.example/p?a=1'],
  ['adds a slash after a bare host before the query', { target: 'https://t.example', query: 'a=1' }, 'https://t.example/?a=1'],
  [
    'replaces parameters of the same name in place',
    { target: 'https://t.example/?a=1&b=2&c=3', query: 'b=9' },
    'https://t.example/?a=1&b=9&c=3',
  ],
  [
    'keeps all values of a repeated parameter',
    { target: 'https://t.example/?a=1&size=s&size=m&b=2', query: 'size=l&c=3&size=xl&c=4' },
    'https://t.example/?a=1&size=l&size=xl&b=2&c=3&c=4',
  ],
  ['keeps parameters without value', { target: 'https://t.example/?flag&x=%20y', query: 'other' }, 'https://t.example/?flag&x=%20y&other'],
  ['keeps unusual encodings', { target: 'https://t.example/?q=%E0%A4%A', query: 'w=a+b%2B' }, 'https://t.example/?q=%E0%A4%A&w=a+b%2B'],
  ['keeps the fragment after the query', { target: 'https://t.example/p#top', query: 'a=1' }, 'https://t.example/p?a=1#top'],
  ['removes the parameter qr=1 of QR codes', { target: 'https://t.example/', query: 'qr=1&a=1' }, 'https://t.example/?a=1'],
  ['keeps other values of qr', { target: 'https://t.example/', query: 'qr=2' }, 'https://t.example/?qr=2'],
  ['removes the no-track parameters', { target: 'https://t.example/', query: 'dub-no-track=1&svc-no-track&a=1' }, 'https://t.example/?a=1'],
  [
    'removes the password of a protected link',
    { link: { sealedPassword: 's' }, target: 'https://t.example/', query: 'pw=s&a=1' },
    'https://t.example/?a=1',
  ],
  ['keeps pw on links without password', { target: 'https://t.example/', query: 'pw=s' }, 'https://t.example/?pw=s'],
  [
    'redir_url replaces the destination',
    { target: 'https://t.example/', query: 'redir_url=https%3A%2F%2Fo.example%2Fx%3Fy%3D1&a=1' },
    'https://o.example/x?y=1&a=1',
  ],
  ['redir_url may omit the scheme', { target: 'https://t.example/', query: 'redir_url=o.example/x' }, 'https://o.example/x'],
  [
    'redir_url keeps its control characters encoded',
    { target: 'https://t.example/', query: 'redir_url=https%3A%2F%2Fo.example%2Fa%00b%0A' },
    'https://o.example/a%00b%0A',
  ],
  [
    'ignores a redir_url that is not a web address',
    { target: 'https://t.example/', query: 'redir_url=javascript:alert(1)' },
    'https://t.example/',
  ],
  ['appends the click id', { target: 'https://t.example/p?x=1', clickId: id }, `https://t.example/p?x=1&svc_id=${id}`],
  ['omits the click id with svc-no-track', { target: 'https://t.example/p', clickId: id, query: 'svc-no-track=1' }, 'https://t.example/p'],
  [
    'passes the click id to payment pages as client_reference_id',
    { target: 'https://pay.example/b?dub_client_reference_id=1', clickId: id },
    `https://pay.example/b?client_reference_id=svc_id_${id}`,
  ],
  ['adds via to partner links', { link: partner, target: 'https://t.example/', clickId: id }, `https://t.example/?via=spring&svc_id=${id}`],
  [
    'adds the parameters of AppsFlyer',
    { link: partner, target: 'https://app.onelink.me/x', clickId: id },
    `https://app.onelink.me/x?via=spring&svc_id=${id}&pid=tributary_int&clickid=${id}&c=spring&af_siteid=spring`,
  ],
  [
    'adds the parameters of Singular and fills its templates',
    { link: partner, target: 'https://app.sng.link/x?wpcn={via}&wpcl={dub_id}', clickId: id },
    `https://app.sng.link/x?wpcn=spring&wpcl=${id}&via=spring&svc_id=${id}&cl=${id}&ua=Agent%201&ip=203.0.113.7`,
  ],
  [
    'adds the short link to the Play Store referrer and keeps the rest of the referrer',
    { target: 'https://play.google.com/store/apps/details?id=app&referrer=utm_source%3Dx', query: 'a=1' },
    'https://play.google.com/store/apps/details?id=app&referrer=utm_source%3Dx%26deepLink%3Dhttps%253A%252F%252Fd.example%252Fspring%253Fa%253D1&a=1',
  ],
]

for (const [title, input, location] of cases) {
  test(title, (t) => {
    t.is(build(input).location, location)
  })
}

test('the recorded URL does not contain the click id', (t) => {
  const { recordedUrl } = build({ link: partner, target: 'https://app.sng.link/x', clickId: id, query: 'a=1' })
  t.is(recordedUrl, 'https://app.sng.link/x?via=spring&a=1')
})

test('unchanged parameters keep their text and order', (t) => {
  const part = fc.stringMatching(/^[a-z%+=.0-9-]{0,8}$/).filter((text) => !text.includes('&'))
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.join('&')
      t.is(new RawQuery(text).toString(), text)
    }),
  )
})

test('returns a value that was set', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-z]{1,5}$/), (value, name) => {
      const query = new RawQuery('a=1&b')
      query.set(name, value)
      t.is(query.get(name), value)
    }),
  )
})

test('thousands of parameters of a request and of its redir_url take no time', (t) => {
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`).join('&')
  const query = `redir_url=${encodeURIComponent(`https://t.example/?${names(20_000, 'a')}`)}&${names(20_000, 'b')}`
  const start = performance.now()
  const { location } = build({ target: 'https://t.example/', query })
  t.true(performance.now() - start < 1000)
  t.is(location, `https://t.example/?${names(20_000, 'a')}&${names(20_000, 'b')}`)
})
