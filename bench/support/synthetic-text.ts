/** Generates texts with a word distribution like that of a natural language, the same in every run. */

const stopWords = ['the', 'and', 'of', 'to', 'a', 'in', 'is', 'that', 'I', 'it', 'for', 'my']
const consonants = 'bcdfghklmnprstvwz'
const vowels = 'aeiou'
const vocabularySize = 20_000

// Flattens Zipf's law, because stop words are generated separately.
const flattening = 20

export function* generateSentences(count: number): Generator<string> {
  const random = seededRandom(1)
  const pick = (list: string | string[]) => list[Math.floor(random() * list.length)] as string
  const vocabulary = Array.from({ length: vocabularySize }, () => {
    const syllables = Array.from({ length: 2 + Math.floor(random() * 2.5) }, () => pick(consonants) + pick(vowels))
    return syllables.join('') + pick(consonants)
  })
  let sum = 0
  const cumulativeWeights = vocabulary.map((_, rank) => (sum += 1 / (rank + 1 + flattening)))
  const word = () => (random() < 0.4 ? pick(stopWords) : (vocabulary[firstAbove(cumulativeWeights, random() * sum)] as string))
  for (let index = 0; index < count; index++) yield Array.from({ length: 10 + Math.floor(random() * 20) }, word).join(' ')
}

function firstAbove(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A 32-bit generator: products of a plain linear congruential one exceed the safe integers and end in short cycles. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
