import test from 'ava'
import { KeptSums } from '../../../../shared/analytics/postgres/kept-sums.js'

const sumsOf = (count: number) => ({
  values: Int32Array.from({ length: count }, (_, at) => at),
  counters: [new Float64Array(count).fill(1)],
})

/** Answers which of the names were read anew. */
async function readOf(kept: KeptSums, ...names: string[]): Promise<string[]> {
  const read: string[] = []
  for (const name of names) {
    await kept.of(name, async () => {
      read.push(name)
      return sumsOf(name.length)
    })
  }
  return read
}

test('sums are read once by their name, as long as there is room', async (t) => {
  const kept = new KeptSums(12)
  t.deepEqual(await readOf(kept, 'one', 'two', 'one', 'two'), ['one', 'two'])
  t.deepEqual(await kept.of('one', () => t.fail()), sumsOf(3))
})

test('those that were asked for longest ago leave first', async (t) => {
  const kept = new KeptSums(12)
  t.deepEqual(await readOf(kept, 'one', 'two', 'one', 'six', 'one', 'two'), ['one', 'two', 'six', 'two'])
})

test('what there is no room for at all is answered nevertheless', async (t) => {
  const kept = new KeptSums(12)
  t.deepEqual(await readOf(kept, 'one', 'seventeen', 'seventeen', 'one'), ['one', 'seventeen', 'seventeen', 'one'])
})
