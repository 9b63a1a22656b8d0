import test from 'ava'
import fc from 'fast-check'
import { splitLines, splitList, type ElementSplitter } from '../../../api/http/split-json-elements.js'

function splitInChunks(splitter: ElementSplitter, text: string, sizes: readonly number[]): string[] {
  const elements: string[] = []
  let offset = 0
  for (let index = 0; offset < text.length; index++) {
    const size = sizes.length > 0 ? (sizes[index % sizes.length] as number) : text.length
    elements.push(...splitter.push(text.slice(offset, offset + size)))
    offset += size
  }
  return [...elements, ...splitter.end()]
}
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test('a list is split into its elements, whatever the chunk boundaries', (t) => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), sizes, fc.constantFrom(undefined, 2), (values, chunkSizes, indent) => {
      const elements = splitInChunks(splitList(), ` ${JSON.stringify(values, null, indent)}\n`, chunkSizes)
      t.deepEqual(
        elements.map((text) => JSON.parse(text)),
        JSON.parse(JSON.stringify(values)),
      )
    }),
  )
})

test('lines are split into their values, whatever the chunk boundaries', (t) => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), sizes, (values, chunkSizes) => {
      const elements = splitInChunks(splitLines(), values.map((value) => `${JSON.stringify(value)}\r\n`).join('\n'), chunkSizes)
      t.deepEqual(
        elements.map((text) => JSON.parse(text)),
        JSON.parse(JSON.stringify(values)),
      )
    }),
  )
})

test('an empty list has no elements, and a leading or trailing comma yields an empty element', (t) => {
  t.deepEqual(splitInChunks(splitList(), ' [ ] ', []), [])
  t.deepEqual(splitInChunks(splitList(), '[1,]', []), ['1', ''])
  t.deepEqual(splitInChunks(splitList(), '[,1]', []), ['', '1'])
})

for (const text of ['', '[', '[1', '[{"a":1}', '{"a":[1]}', '[1]2', '[1][2]', '[1}', 'x[1]', '["[1]']) {
  test(`${JSON.stringify(text)} is not a list`, (t) => {
    for (const chunkSizes of [[], [1]]) t.throws(() => splitInChunks(splitList(), text, chunkSizes), { name: 'ServiceError' })
  })
}
