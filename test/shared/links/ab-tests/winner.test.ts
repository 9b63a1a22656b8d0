import test from 'ava'
import { variantOfUrl, chooseWinner } from '../../../../shared/links/ab-tests/winner.js'

const variants = ['https://example.com/a', 'https://example.com/b', 'https://example.com/b?v=2'].map((url) => ({ url, percentage: 33 }))
const [a, b, b2] = ['https://example.com/a', 'https://example.com/b', 'https://example.com/b?v=2'] as const

for (const [title, leads, random, winner] of [
  [
    'the variant with the most leads wins',
    [
      { url: a, leads: 1 },
      { url: b, leads: 3 },
    ],
    0,
    b,
  ],
  [
    'adds up the leads of a variant, ignoring additional parameters',
    [
      { url: a, leads: 2 },
      { url: `${b}?ref=x`, leads: 2 },
      { url: b, leads: 1 },
    ],
    0,
    b,
  ],
  [
    'a random number decides a tie: the first variant',
    [
      { url: a, leads: 2 },
      { url: b2, leads: 2 },
    ],
    0.49,
    a,
  ],
  [
    'a random number decides a tie: the last variant',
    [
      { url: a, leads: 2 },
      { url: b2, leads: 2 },
    ],
    0.51,
    b2,
  ],
  [
    'ignores leads of other URLs',
    [
      { url: 'https://example.com/ios', leads: 9 },
      { url: a, leads: 1 },
    ],
    0,
    a,
  ],
  ['without leads there is no winner', [], 0, null],
] as const) {
  test(title, (t) => t.is(chooseWinner(variants, leads, random), winner))
}

for (const [url, variant] of [
  [a, a],
  [`${b2}&utm_source=x`, b2],
  ['https://example.com/b?utm_source=x&v=2', b2],
  ['https://example.com/b?v=3', b],
  ['http://example.com/a', null],
  ['app://open', null],
] as const) {
  test(`${url} belongs to ${variant ?? 'no variant'}`, (t) => t.is(variantOfUrl(url, variants), variant))
}
