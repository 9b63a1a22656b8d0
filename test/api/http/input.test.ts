import test from 'ava'
import { z } from 'zod'
import { parseInput, queryReader, readParams } from '../../../api/http/input.js'

const read = queryReader(z.object({ tagIds: z.union([z.string(), z.array(z.string())]).optional(), search: z.string().optional() }))

test('the last value of a repeated key counts', (t) => {
  t.is(read(new URLSearchParams('search=a&search=b')).search, 'b')
})

test('all values of a repeated list key count', (t) => {
  t.deepEqual(read(new URLSearchParams('tagIds=a&tagIds=b')).tagIds, ['a', 'b'])
})

test('__proto__ is an ordinary key', (t) => {
  const query = read(new URLSearchParams('__proto__=evil'))
  t.true(Object.hasOwn(query, '__proto__'))
  t.is(({} as Record<string, unknown>).evil, undefined)
})

test('a NUL character in the query is refused', (t) => {
  t.throws(() => read(new URLSearchParams([['search', 'a\0b']])), { message: /NUL/ })
})

test('a NUL character in the path is refused', (t) => {
  t.throws(() => readParams({ linkId: 'a\0b' }), { message: /NUL/ })
  t.deepEqual(readParams({ linkId: 'link_1' }), { linkId: 'link_1' })
})

test('a validation error contains the code, the path in object notation and the issue', async (t) => {
  const schema = z.object({ testVariants: z.array(z.object({ percentage: z.number() })) })
  await t.throwsAsync(() => parseInput(schema, { testVariants: [{ percentage: 'x' }] }), {
    message: /^invalid_type: testVariants\[0\]\.percentage: /,
  })
  await t.throwsAsync(() => parseInput(z.string().min(3), ''), { message: /^too_small: : / })
})

test('keys unknown to the schema are dropped', async (t) => {
  t.deepEqual(await parseInput(z.object({ url: z.string() }), { url: 'x', color: 'red' }), { url: 'x' })
})
