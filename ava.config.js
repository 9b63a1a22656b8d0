/** Tests run on the compiled program; `npm test` builds it and starts the database that the tests clone. */

/** The longest files first, so that none of them is left over at the end. */
const longest = ['flows/', 'api/tables', 'shared/links/qr/', 'api/']
const rank = (file) => {
  const place = longest.findIndex((part) => file.includes(`/dist/test/${part}`))
  return place < 0 ? longest.length : place
}

export default {
  files: ['dist/test/**/*.test.js'],
  require: ['./dist/test/support/coverage.js'],
  // Every file may start pools, processes and a database of its own, and waits for them: three keep two cores busy.
  concurrency: 3,
  sortTestFiles: (a, b) => rank(a) - rank(b) || (a < b ? -1 : 1),
  // For who hangs: longer than any test waits for anything, also on a slow machine.
  timeout: '10m',
}
