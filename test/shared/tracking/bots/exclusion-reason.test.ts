import test from 'ava'
import { type ExclusionReason, exclusionReason, isBot } from '../../../../shared/tracking/index.js'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const person = {
  method: 'GET',
  hasBotQuery: false,
  isNoTrack: false,
  userAgent: chrome,
  referer: '',
  ip: '203.0.113.7',
  isForwarded: false,
}

const people = [
  chrome,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0 ' +
    'Mobile Safari/537.36 Instagram 355.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Twitter for iPhone/10.51',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0]',
  'Mozilla/5.0 (Linux; Android 14; Google/google/Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0',
  'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; 23021RAA2Y Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
    'Chrome/130.0.0.0 Mobile Safari/537.36 musical_ly_2023600040 BytedanceWebview/d8a21c6',
]
const bots = [
  '',
  'curl/8.5.0',
  'Wget/1.21',
  'python-requests/2.31',
  'node',
  'axios/1.7.2',
  'PostmanRuntime/7.39',
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'WhatsApp/2.23.20 A',
  'facebookexternalhit/1.1',
  'Slackbot-LinkExpanding 1.0',
  'Mozilla/5.0 (compatible; bingbot/2.0)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
  'Mozilla/5.0 (X11) HeadlessChrome/131.0',
  'Twitterbot/1.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0)',
  'Pingdom.com_bot_version_1.4',
  'SkypeUriPreview Preview/0.5',
  'ia_archiver',
]

for (const agent of people) {
  test(`counts a person: ${agent.slice(0, 120)}`, (t) => {
    t.is(exclusionReason({ ...person, userAgent: agent }), null)
  })
}

for (const agent of bots) {
  test(`excludes a bot: "${agent}"`, (t) => {
    t.is(exclusionReason({ ...person, userAgent: agent }), 'user-agent')
  })
}

const rules: [title: string, overrides: Partial<typeof person>, reason: ExclusionReason | null][] = [
  ['excludes HEAD requests', { method: 'HEAD' }, 'head'],
  ['excludes visitors who opt out of tracking', { isNoTrack: true }, 'no-track'],
  ['excludes requests with a bot query', { hasBotQuery: true }, 'bot-query'],
  ['excludes a link scanner by its referer', { referer: 'https://urldefense.com/v3/x' }, 'referer'],
  [
    'excludes a link scanner by a subdomain of its referer',
    { referer: 'https://eur02.safelinks.protection.outlook.com/?url=x' },
    'referer',
  ],
  ['counts a referer that only ends with the same characters', { referer: 'https://notsafelinks.protection.outlook.com.example/' }, null],
  ['excludes a preview network by its address', { ip: '31.13.64.9' }, 'address'],
  ['excludes a preview network by its IPv6 address', { ip: '2a03:2880:ff::1' }, 'address'],
  ['excludes loopback behind a trusted proxy', { ip: '127.0.0.1', isForwarded: true }, 'address'],
  ['counts loopback without a proxy', { ip: '127.0.0.1' }, null],
  ['counts an invalid address', { ip: 'garbage' }, null],
]

for (const [title, overrides, reason] of rules) {
  test(title, (t) => {
    t.is(exclusionReason({ ...person, ...overrides }), reason)
  })
}

test('bots get previews; visitors who opt out of tracking are not bots', (t) => {
  t.deepEqual((['user-agent', 'address', 'referer', 'bot-query', 'no-track', null] as const).map(isBot), [
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})
