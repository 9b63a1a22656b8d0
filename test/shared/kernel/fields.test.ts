import test from 'ava'
import { z } from 'zod'
import { pageFields, queryFlag, textList } from '../../../shared/kernel/fields.js'

test('a flag in a query is true or false in any case, and nothing else', (t) => {
  for (const [text, flag] of [
    ['true', true],
    ['FALSE', false],
    ['True', true],
  ] as const)
    t.is(queryFlag().parse(text), flag)
  for (const text of ['1', 'yes', '', 'toString', 1, null]) t.false(queryFlag().safeParse(text).success, String(text))
})

test('a list is an array or a text with commas; blanks, empty pieces and repetitions go', (t) => {
  t.deepEqual(textList().parse('b, a ,,b'), ['b', 'a'])
  t.deepEqual(textList().parse(['b', ' a', 'b', '']), ['b', 'a'])
  t.deepEqual(textList().parse(''), [])
  t.false(textList().safeParse([1]).success)
})

test('a page counts from one, and its size is bounded', (t) => {
  const schema = z.object(pageFields(50))
  t.deepEqual(schema.parse({}), { pageSize: 50 })
  t.deepEqual(schema.parse({ page: '3', pageSize: '7' }), { page: 3, pageSize: 7 })
  for (const query of [{ page: '0' }, { page: '1.5' }, { page: 'x' }, { pageSize: '51' }, { pageSize: '-1' }])
    t.false(schema.safeParse(query).success)
})
