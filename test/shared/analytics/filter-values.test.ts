import test from 'ava'
import { filterValues } from '../../../shared/analytics/filter-values.js'

const cases: [string | undefined, ReturnType<typeof filterValues>][] = [
  [undefined, null],
  ['', null],
  ['-', null],
  [' , ', null],
  ['-,', null],
  ['a', { values: ['a'], negated: false }],
  ['a,b', { values: ['a', 'b'], negated: false }],
  ['a,', { values: ['a'], negated: false }],
  ['a,a', { values: ['a'], negated: false }],
  ['-a', { values: ['a'], negated: true }],
  ['-a,b', { values: ['a', 'b'], negated: true }],
  ['a,-b', { values: ['a', '-b'], negated: false }],
  [String.raw`Washington\, D.C.,Paris`, { values: ['Washington, D.C.', 'Paris'], negated: false }],
  ['San Francisco, New York', { values: ['San Francisco', 'New York'], negated: false }],
]
for (const [text, expected] of cases)
  test(`parses the filter ${JSON.stringify(text)}`, (t) => void t.deepEqual(filterValues(text), expected))

test('a filter by values that may be stored with spaces at their edges matches both forms', (t) => {
  t.deepEqual(filterValues(' spring,autumn', { matchesSpaces: true }), { values: ['spring', ' spring', 'autumn'], negated: false })
  t.is(filterValues(' ', { matchesSpaces: true }), null)
})
