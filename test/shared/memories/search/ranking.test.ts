import test from 'ava'
import { chooseCandidates, isTimeScanFaster } from '../../../../shared/memories/search/candidates.js'
import { fuseRankings } from '../../../../shared/memories/search/rank-fusion.js'
import { editDistance, correctSpelling } from '../../../../shared/memories/search/spelling.js'
import { weightTerms } from '../../../../shared/memories/search/terms.js'

const term = (lexeme: string, frequency: number) => ({ lexeme, frequency, weight: 1 })

for (const [title, terms, expected] of [
  ['no terms', [], null],
  ['rare terms: any of them', [term('tea', 10), term('cup', 20)], `'tea' | 'cup'`],
  ['quotes and backslashes, which are escaped', [term(`o'neil\\`, 1)], `'o''neil\\\\'`],
  ['common terms in pairs, rare ones alone', [term('tea', 10), term('like', 20_000), term('work', 5000)], `'tea' | ('work' & 'like')`],
  ['one common term with a rare one: only the rare one', [term('tea', 10), term('like', 20_000)], `'tea'`],
  ['a single common term', [term('like', 20_000)], `'like'`],
  ['terms too common even in pairs: the least common', [term('like', 90_000), term('work', 80_000)], `'work'`],
] as const) {
  test(`candidates for ${title}`, (t) => t.is(chooseCandidates(terms, 100_000)?.expression ?? null, expected))
}

test('scans by time for very common terms, and uses the index for others', (t) => {
  t.is(chooseCandidates([term('tea', 10), term('like', 20_000), term('work', 5000)], 100_000)?.expected, 1010)
  t.true(isTimeScanFaster({ expression: `'like'`, expected: 50_000 }, 100_000))
  t.false(isTimeScanFaster({ expression: `'work'`, expected: 5000 }, 100_000))
})

test('rare terms weigh more, and terms that are not in the sample weigh most', (t) => {
  const terms = weightTerms(['often', 'seldom', 'new'], {
    size: 100_000,
    averageLength: 10,
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

test('of many terms, those that occur or are known stay, and those that may match nothing are dropped', (t) => {
  const absent = Array.from({ length: 30 }, (_, at) => `absent${at}`)
  const statistics = { size: 100_000, averageLength: 10, sampled: 1500, hits: new Map([['seldom', 3]]) }
  const lexemes = weightTerms([...absent, 'known', 'seldom'], statistics, new Set(['known'])).map(({ lexeme }) => lexeme)
  t.is(lexemes.length, 24)
  t.true(lexemes.includes('known'))
  t.is(lexemes.at(-1), 'seldom')
})

test('fusion puts a hit of two rankings first and ignores empty rankings', (t) => {
  const fused = fuseRankings([
    { name: 'a', weight: 1, ids: ['x', 'y'] },
    { name: 'b', weight: 1, ids: ['y', 'z'] },
    { name: 'c', weight: 1, ids: [] },
  ])
  t.deepEqual(
    fused.map(({ id }) => id),
    ['y', 'x', 'z'],
  )
  t.deepEqual(fused[0]?.ranks, { a: 2, b: 1 })
  t.is(fuseRankings([{ name: 'a', weight: 1, ids: ['x'] }])[0]?.score, 1)
})

for (const [a, b, distance] of [
  ['tea', 'tea', 0],
  ['tea', 'te', 1],
  ['', 'tea', 3],
  ['recieve', 'receive', 1],
  ['kitten', 'sitting', 3],
] as const) {
  test(`the edit distance of "${a}" and "${b}" is ${distance}`, (t) => t.is(editDistance(a, b), distance))
}

test('corrects a typo, but not into an unrelated word', (t) => {
  const similarWord = (word: string, candidate: string, similarity: number) => ({ word, candidate, similarity, lexemes: [candidate] })
  t.deepEqual(
    correctSpelling([
      similarWord('recieve', 'receive', 0.33),
      similarWord('recieve', 'relief', 0.3),
      similarWord('tee', 'bee', 0.33),
      similarWord('restaur', 'restaurant', 0.7),
    ]).map(({ lexeme }) => lexeme),
    ['receive', 'bee', 'restaurant'],
  )
})
