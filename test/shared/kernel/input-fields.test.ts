import test from 'ava'
import { z } from 'zod'
import { deprecatedPageFields, queryBoolean, stringList } from '../../../shared/kernel/input-fields.js'

test('a boolean query parameter is true or false, case-insensitive', (t) => {
  for (const [text, flag] of [
    ['true', true],
    ['FALSE', false],
    ['True', true],
  ] as const)
    t.is(queryBoolean().parse(text), flag)
  for (const text of ['1', 'yes', '', 'toString', 1, null]) t.false(queryBoolean().safeParse(text).success, String(text))
})

test('a list is an array or a comma-separated text; blanks, empty items and duplicates are removed', (t) => {
  t.deepEqual(stringList().parse('b, a ,,b'), ['b', 'a'])
  t.deepEqual(stringList().parse(['b', ' a', 'b', '']), ['b', 'a'])
  t.deepEqual(stringList().parse(''), [])
  t.false(stringList().safeParse([1]).success)
})

test('pages start at 1, and their size is limited', (t) => {
  const schema = z.object(deprecatedPageFields(50))
  t.deepEqual(schema.parse({}), { pageSize: 50 })
  t.deepEqual(schema.parse({ page: '3', pageSize: '7' }), { page: 3, pageSize: 7 })
  for (const query of [{ page: '0' }, { page: '1.5' }, { page: 'x' }, { pageSize: '51' }, { pageSize: '-1' }])
    t.false(schema.safeParse(query).success)
})
