import { setFlagsFromString } from 'node:v8'

/** Tests run on the compiled output, as a whole on a bundle of it. `npm test` builds both and creates the template database. */
const folder = process.env.TEST_BUNDLED ? 'bundled-tests' : 'test'

// A file runs in a thread of its own for seconds, so that optimizing its code costs more than it saves. With ten times the default only
// code that runs for long is optimized: files that use the API take a sixth less CPU time, and the slowest files the same.
setFlagsFromString('--interrupt-budget=1320000')

/** The slowest files run first, so that none of them is left at the end. */
const slowest = ['flows/', 'api/tables', 'workers/jobs-twice', 'shared/imports/', 'shared/links/qr/', 'api/']
const rank = (file) => {
  const index = slowest.findIndex((part) => file.includes(`/dist/${folder}/${part}`))
  return index < 0 ? slowest.length : index
}

export default {
  files: [`dist/${folder}/**/*.test.js`],
  require: ['./dist/test/support/coverage.js'],
  // Each file may start pools, processes and a database, and waits for them. Three files keep two cores busy.
  concurrency: 3,
  sortTestFiles: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  // Only for hanging tests: longer than any test waits, even on a slow machine.
  timeout: '10m',
}
