/** Tests run on the compiled program; `npm test` builds it and starts the database that the tests clone. */
export default {
  files: ['dist/test/**/*.test.js'],
  // Every file may start pools, processes and a database of its own.
  concurrency: 2,
  timeout: '3m',
}
