import test from 'ava'
import fc from 'fast-check'
import { splitLines, splitList, type Splitter } from '../../../api/http/split-elements.js'

function splitIn(splitter: Splitter, text: string, sizes: readonly number[]): string[] {
  const found: string[] = []
  let at = 0
  for (let turn = 0; at < text.length; turn++) {
    const size = sizes.length > 0 ? (sizes[turn % sizes.length] as number) : text.length
    found.push(...splitter.push(text.slice(at, at + size)))
    at += size
  }
  return [...found, ...splitter.end()]
}
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test('a list is split into what it holds, wherever the pieces are cut', (t) => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), sizes, fc.constantFrom(undefined, 2), (values, cuts, indent) => {
      const found = splitIn(splitList(), ` ${JSON.stringify(values, null, indent)}\n`, cuts)
      t.deepEqual(
        found.map((text) => JSON.parse(text)),
        JSON.parse(JSON.stringify(values)),
      )
    }),
  )
})

test('lines are split into what they hold, wherever the pieces are cut', (t) => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), sizes, (values, cuts) => {
      const found = splitIn(splitLines(), values.map((value) => `${JSON.stringify(value)}\r\n`).join('\n'), cuts)
      t.deepEqual(
        found.map((text) => JSON.parse(text)),
        JSON.parse(JSON.stringify(values)),
      )
    }),
  )
})

test('an empty list holds nothing, and a comma that nothing follows leaves an empty element', (t) => {
  t.deepEqual(splitIn(splitList(), ' [ ] ', []), [])
  t.deepEqual(splitIn(splitList(), '[1,]', []), ['1', ''])
  t.deepEqual(splitIn(splitList(), '[,1]', []), ['', '1'])
})

for (const text of ['', '[', '[1', '[{"a":1}', '{"a":[1]}', '[1]2', '[1][2]', '[1}', 'x[1]', '["[1]']) {
  test(`${JSON.stringify(text)} is no list`, (t) => {
    for (const cuts of [[], [1]]) t.throws(() => splitIn(splitList(), text, cuts), { name: 'ServiceError' })
  })
}
