import test from 'ava'
import { ByteWriter } from '../../../shared/kernel/byte-writer.js'

test('pieces are concatenated in order, whatever their content and the expected size', (t) => {
  for (const expected of [1, 100, 100_000]) {
    const writer = new ByteWriter(expected)
    const pieces = Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? Buffer.from(`bytes ${at} ü`) : `text ${at} 漢字 🙂`))
    for (const piece of pieces) {
      if (typeof piece === 'string') writer.text(piece)
      else writer.bytes(piece)
    }
    t.is(writer.toBuffer().toString(), pieces.join(''))
  }
})
