/** Texts whose words are as common and as rare as those of a language, the same ones in every run. */

const stopWords = ['the', 'and', 'of', 'to', 'a', 'in', 'is', 'that', 'I', 'it', 'for', 'my']
const consonants = 'bcdfghklmnprstvwz'
const vowels = 'aeiou'
const vocabularySize = 20_000

// The most common words of a language are less common than its plain law of ranks says, because stop words are apart.
const flattening = 20

export function* sentences(count: number): Generator<string> {
  const random = randomFrom(1)
  const among = (list: string | string[]) => list[Math.floor(random() * list.length)] as string
  const vocabulary = Array.from({ length: vocabularySize }, () => {
    const syllables = Array.from({ length: 2 + Math.floor(random() * 2.5) }, () => among(consonants) + among(vowels))
    return syllables.join('') + among(consonants)
  })
  let sum = 0
  const upTo = vocabulary.map((_, rank) => (sum += 1 / (rank + 1 + flattening)))
  const word = () => (random() < 0.4 ? among(stopWords) : (vocabulary[firstAbove(upTo, random() * sum)] as string))
  for (let made = 0; made < count; made++) yield Array.from({ length: 10 + Math.floor(random() * 20) }, word).join(' ')
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

/** The product of a plain generator outgrows what a number holds exactly, and falls into a short cycle; this one stays within 32 bits. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
