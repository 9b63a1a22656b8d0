import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'

/** Tests run on the compiled output, as a whole on a bundle of it. `npm test` builds both and creates the template database. */
const folder = process.env.TEST_BUNDLED ? 'bundled-tests' : 'test'

// A file runs in a thread of its own for seconds, so that optimizing its code costs more than it saves. With ten times the default only
// code that runs for long is optimized: files that use the API take a sixth less CPU time, and the slowest files the same.
setFlagsFromString('--interrupt-budget=1320000')

// Starting with room for what a file loads saves garbage collections: 6 % of the CPU time of files that use the API.
setFlagsFromString('--initial-old-space-size=200')
setFlagsFromString('--min-semi-space-size=16')

/** Files that take long. None of them is left at the end. */
const slow = ['flows/', 'api/cluster', 'api/tables', 'shared/imports/', 'workers/jobs-twice']

/**
 * Mixes files that wait for programs with files that compute, so that the cores stay busy: the position of a file in the run is a hash of
 * its name.
 */
function position(file) {
  const name = file.split(`/dist/${folder}/`)[1]
  const hash = createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32
  return slow.some((part) => name.startsWith(part)) ? hash * 0.7 : hash
}

export default {
  files: [`dist/${folder}/**/*.test.js`],
  require: ['./dist/test/support/coverage.js'],
  // Each file may start pools, processes and a database, and waits for them. Four files keep two cores busy.
  concurrency: 4,
  sortTestFiles: (a, b) => position(a) - position(b),
  // Only for hanging tests: longer than any test waits, even on a slow machine.
  timeout: '10m',
}
