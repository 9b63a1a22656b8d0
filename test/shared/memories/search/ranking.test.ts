import test from 'ava'
import { candidatesFor, isQuickerByTime } from '../../../../shared/memories/search/candidates.js'
import { fuse } from '../../../../shared/memories/search/fuse.js'
import { editDistance, guesses } from '../../../../shared/memories/search/spelling.js'
import { weighted } from '../../../../shared/memories/search/terms.js'

const term = (lexeme: string, frequency: number) => ({ lexeme, frequency, weight: 1 })

for (const [title, terms, expected] of [
  ['no word', [], null],
  ['rare words: any of them', [term('tea', 10), term('cup', 20)], `'tea' | 'cup'`],
  ['quotes and backslashes are only letters', [term(`o'neil\\`, 1)], `'o''neil\\\\'`],
  ['common words only together, rare ones alone', [term('tea', 10), term('like', 20_000), term('work', 5000)], `'tea' | ('work' & 'like')`],
  ['a common word beside a rare one adds nothing', [term('tea', 10), term('like', 20_000)], `'tea'`],
  ['one common word alone', [term('like', 20_000)], `'like'`],
  ['words too common even in pairs: the least common', [term('like', 90_000), term('work', 80_000)], `'work'`],
] as const) {
  test(`candidates for ${title}`, (t) => t.is(candidatesFor(terms, 100_000)?.expression ?? null, expected))
}

test('very common words are looked for among the newest, others by the index of words', (t) => {
  t.is(candidatesFor([term('tea', 10), term('like', 20_000), term('work', 5000)], 100_000)?.expected, 1010)
  t.true(isQuickerByTime({ expression: `'like'`, expected: 50_000 }, 100_000))
  t.false(isQuickerByTime({ expression: `'work'`, expected: 5000 }, 100_000))
})

test('a rare word weighs more, and one that no sample has weighs most', (t) => {
  const terms = weighted(['often', 'seldom', 'new'], {
    size: 100_000,
    length: 10,
    sampled: 1500,
    hits: new Map([
      ['often', 700],
      ['seldom', 3],
    ]),
  })
  t.deepEqual(
    terms.map(({ lexeme }) => lexeme),
    ['new', 'seldom', 'often'],
  )
  t.true(terms.every(({ weight }) => weight > 0))
})

test('of two rankings the one that both like comes first, and a ranking without a hit does not count', (t) => {
  const fused = fuse([
    { name: 'a', weight: 1, ids: ['x', 'y'] },
    { name: 'b', weight: 1, ids: ['y', 'z'] },
    { name: 'c', weight: 1, ids: [] },
  ])
  t.deepEqual(
    fused.map(({ id }) => id),
    ['y', 'x', 'z'],
  )
  t.deepEqual(fused[0]?.ranks, { a: 2, b: 1 })
  t.is(fuse([{ name: 'a', weight: 1, ids: ['x'] }])[0]?.score, 1)
})

for (const [a, b, distance] of [
  ['tea', 'tea', 0],
  ['tea', 'te', 1],
  ['', 'tea', 3],
  ['recieve', 'receive', 1],
  ['kitten', 'sitting', 3],
] as const) {
  test(`from "${a}" to "${b}" it takes ${distance}`, (t) => t.is(editDistance(a, b), distance))
}

test('a slip of the finger is guessed, another word is not', (t) => {
  const near = (word: string, candidate: string, similarity: number) => ({ word, near: candidate, similarity, lexemes: [candidate] })
  t.deepEqual(
    guesses([
      near('recieve', 'receive', 0.33),
      near('recieve', 'relief', 0.3),
      near('tee', 'bee', 0.33),
      near('restaur', 'restaurant', 0.7),
    ]).map(({ lexeme }) => lexeme),
    ['receive', 'bee', 'restaurant'],
  )
})
