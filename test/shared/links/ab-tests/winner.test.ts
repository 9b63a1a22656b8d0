import test from 'ava'
import { variantBehind, winnerOf } from '../../../../shared/links/ab-tests/winner.js'

const variants = ['https://example.com/a', 'https://example.com/b', 'https://example.com/b?v=2'].map((url) => ({ url, percentage: 33 }))
const [a, b, b2] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/b?v=2'] as const

for (const [title, leads, random, winner] of [
  [
    'most leads win',
    [
      { url: a, leads: 1 },
      { url: b, leads: 3 },
    ],
    0,
    b,
  ],
  [
    'leads of one variant add up, whatever parameters visitors brought',
    [
      { url: a, leads: 2 },
      { url: `${b}?ref=x`, leads: 2 },
      { url: b, leads: 1 },
    ],
    0,
    b,
  ],
  [
    'between equals chance decides: the first',
    [
      { url: a, leads: 2 },
      { url: b2, leads: 2 },
    ],
    0.49,
    a,
  ],
  [
    'between equals chance decides: the last',
    [
      { url: a, leads: 2 },
      { url: b2, leads: 2 },
    ],
    0.51,
    b2,
  ],
  [
    'leads that followed another address count for nobody',
    [
      { url: 'https://example.com/ios', leads: 9 },
      { url: a, leads: 1 },
    ],
    0,
    a,
  ],
  ['without leads nobody wins', [], 0, null],
] as const) {
  test(title, (t) => t.is(winnerOf(variants, leads, random), winner))
}

for (const [url, variant] of [
  [a, a],
  [`${b2}&utm_source=x`, b2],
  ['https://example.com/b?utm_source=x&v=2', b2],
  ['https://example.com/b?v=3', b],
  ['http://example.com/a', null],
  ['app://open', null],
] as const) {
  test(`${url} is ${variant ?? 'no variant'}`, (t) => t.is(variantBehind(url, variants), variant))
}
