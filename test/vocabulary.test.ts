/** Names in the code use the standard terms of docs/glossary.md. The words below come from former private terms. */
import { posix } from 'node:path'
import test from 'ava'
import { declaredNames, sourceFiles } from './support/source-tree.js'

const files = sourceFiles('api', 'workers', 'shared', 'migrations', 'test', 'bench')

/** Words that no name may contain, each with the standard term. Camel case, snake case and kebab case count as several words. */
const refusedWords: Record<string, string> = {
  anew: 'the prefix re-, or again',
  doorkeeper: 'auth guard',
  errand: 'background operation',
  errands: 'background operations',
  glimpse: 'preview',
  hearer: 'subscriber',
  household: 'client subnet',
  knock: 'request',
  nobody: 'no user, missing',
  parcel: 'pending delivery',
  patience: 'timeout',
  reckon: 'compute',
  reckoned: 'computed',
  reckoning: 'computation',
  somebody: 'a user, a caller',
  whoever: 'a caller who',
}

/** Beginnings of names, each with the standard term. */
const refusedPrefixes: Record<string, string> = {
  asked: 'requested, or the name of the input',
  largest: 'max',
  longest: 'max',
  most: 'max',
  shortest: 'min',
  tell: 'publish, notify, report',
  told: 'published, notified',
}

/** Names that are standard although they contain such a word, with the reason. */
const exceptions: Record<string, string> = {
  nobodyUid: 'the Unix user nobody',
  mostPopular: 'a field of the public interface',
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)

function complaint(name: string): string | null {
  if (name in exceptions) return null
  const words = wordsOf(name)
  const [first = '', second] = words
  const refused = words.find((word) => Object.hasOwn(refusedWords, word))
  if (refused) return `${name}: "${refused}" is not a standard term, use: ${refusedWords[refused]}`
  if (second !== undefined && Object.hasOwn(refusedPrefixes, first)) return `${name}: instead of "${first}" use: ${refusedPrefixes[first]}`
  return words.length > 1 && words.at(-1) === 'later' ? `${name}: instead of "later" use: async` : null
}

test('declared names use standard terms', (t) => {
  const names = files
    .filter(({ path }) => path !== 'test/vocabulary.test.ts')
    .flatMap((file) => declaredNames(file).map((name) => ({ path: file.path, name })))
  t.true(names.length > 10_000, `only ${names.length} names were found, so nothing is checked`)
  t.deepEqual(
    names.flatMap(({ path, name }) => complaint(name)?.replace(/^/, `${path}: `) ?? []),
    [],
  )
})

test('file names use standard terms', (t) => {
  t.deepEqual(
    files.flatMap(({ path }) => complaint(posix.basename(path).replace(/(\.\w+)*\.ts$/, ''))?.replace(/^/, `${path}: `) ?? []),
    [],
  )
})

test('the rule finds each kind of refused name', (t) => {
  for (const name of ['startErrand', 'errand_id', 'Doorkeeper', 'creditAnew', 'mostLinks', 'tellChange', 'createLinksLater', 'asked-url'])
    t.not(complaint(name), null, name)
  for (const name of ['later', 'tellers', 'almostFull', 'createLinks', 'most', 'maxLinks', 'nobodyUid']) t.is(complaint(name), null, name)
})

test('no line is longer than 160 characters', (t) => {
  const limit = 160
  const long = files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (line.length > limit && !longLines.has(path) ? [`${path}:${index + 1}`] : [])),
  )
  t.deepEqual(long, [])
})

/** Samples of other systems that have to stay letter for letter. */
const longLines = new Set(['test/shared/integrations/signatures/provider-schemes.test.ts'])
