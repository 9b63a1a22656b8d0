import test from 'ava'
import { groupCommit } from '../../../shared/kernel/group-commit.js'

/** Flushes that the test ends. */
function recordedFlushes() {
  const flushes: { items: number[]; end(error?: Error): void }[] = []
  const flush = (items: number[]) =>
    new Promise<void>((resolve, reject) => flushes.push({ items, end: (error) => (error ? reject(error) : resolve()) }))
  return { flushes, flush, batches: () => flushes.map(({ items }) => items) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('items of one turn are flushed together, and those that arrive meanwhile afterwards', async (t) => {
  const { flushes, flush, batches } = recordedFlushes()
  const commit = groupCommit(flush, 10)
  const first = [commit.add(1), commit.add(2)]
  await turn()
  const second = [3, 4, 5].map(commit.add)
  await turn()
  t.deepEqual(batches(), [[1, 2]])
  flushes[0]?.end()
  await Promise.all(first)
  t.deepEqual(batches().slice(1), [[3, 4, 5]])
  flushes[1]?.end()
  await Promise.all(second)
})

test('a flush contains at most the maximum number of items', async (t) => {
  const { flushes, flush, batches } = recordedFlushes()
  const commit = groupCommit(flush, 2)
  const added = [1, 2, 3].map(commit.add)
  await turn()
  flushes[0]?.end()
  await Promise.all(added.slice(0, 2))
  t.deepEqual(batches(), [[1, 2], [3]])
  flushes[1]?.end()
  await Promise.all(added)
})

test('a second flush begins beside the first once as many items wait, and a third does not', async (t) => {
  const { flushes, flush, batches } = recordedFlushes()
  const commit = groupCommit(flush, 10, 2)
  const added = [1, 2].map(commit.add)
  await turn()
  added.push(commit.add(3))
  await turn()
  t.deepEqual(batches(), [[1, 2]])
  added.push(commit.add(4))
  await turn()
  t.deepEqual(batches().slice(1), [[3, 4]])
  added.push(...[5, 6, 7, 8, 9].map(commit.add))
  await turn()
  t.is(flushes.length, 2)
  flushes[1]?.end()
  await Promise.all(added.slice(2, 4))
  t.deepEqual(batches().slice(2), [[5, 6, 7, 8, 9]])
  for (const { end } of flushes) end()
  await Promise.all(added)
})

test('a failed flush rejects its items and no others', async (t) => {
  const { flushes, flush } = recordedFlushes()
  const commit = groupCommit(flush, 10)
  const failing = commit.add(1)
  await turn()
  const later = commit.add(2)
  flushes[0]?.end(new Error('refused'))
  await t.throwsAsync(failing, { message: 'refused' })
  flushes[1]?.end()
  await t.notThrowsAsync(later)
})

test('it is idle only when no item is pending and no flush is running', async (t) => {
  const { flushes, flush } = recordedFlushes()
  const commit = groupCommit(flush, 10)
  await commit.idle()
  let isIdle = false
  void commit.add(1)
  const idle = commit.idle().then(() => (isIdle = true))
  await turn()
  void commit.add(2)
  flushes[0]?.end()
  await turn()
  t.false(isIdle)
  flushes[1]?.end()
  await idle
  t.true(isIdle)
})
