import test from 'ava'
import { coalescer } from '../../../shared/kernel/coalesce.js'

function deferred() {
  let resolve = (_value: string) => undefined as void
  let reject = (_error: Error) => undefined as void
  const promise = new Promise<string>((...settle) => ([resolve, reject] = settle))
  return { promise, resolve, reject }
}

/** Runs whose results the test decides. */
function recordedRuns() {
  const runs: { callers: number; settle: ReturnType<typeof deferred> }[] = []
  const run = (callers: number) => {
    const settle = deferred()
    runs.push({ callers, settle })
    return settle.promise
  }
  return { runs, run }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('calls of one turn share a run and get different positions', async (t) => {
  const coalesce = coalescer<string>()
  const { runs, run } = recordedRuns()
  const calls = [coalesce('a', run), coalesce('a', run), coalesce('a', run)]
  await turn()
  t.deepEqual(
    runs.map(({ callers }) => callers),
    [3],
  )
  runs[0]?.settle.resolve('x')
  t.deepEqual(
    await Promise.all(calls),
    [0, 1, 2].map((index) => ({ result: 'x', index })),
  )
})

test('a call that arrives during a run gets the result of a later run, which begins when the first has ended', async (t) => {
  const coalesce = coalescer<string>()
  const { runs, run } = recordedRuns()
  const first = coalesce('a', run)
  await turn()
  const later = [coalesce('a', run), coalesce('a', run)]
  await turn()
  t.is(runs.length, 1)
  runs[0]?.settle.resolve('old')
  t.is((await first).result, 'old')
  await turn()
  t.is(runs[1]?.callers, 2)
  runs[1]?.settle.resolve('new')
  t.deepEqual(
    (await Promise.all(later)).map(({ result }) => result),
    ['new', 'new'],
  )
})

test('calls with different keys do not wait for each other', async (t) => {
  const coalesce = coalescer<string>()
  const { runs, run } = recordedRuns()
  const calls = [coalesce('a', run), coalesce('b', run)]
  await turn()
  t.is(runs.length, 2)
  runs[1]?.settle.resolve('b')
  t.is((await calls[1])?.result, 'b')
  runs[0]?.settle.resolve('a')
  t.is((await calls[0])?.result, 'a')
})

test('a failed run fails its own calls only', async (t) => {
  const coalesce = coalescer<string>()
  const { runs, run } = recordedRuns()
  const failing = t.throwsAsync(coalesce('a', run), { message: 'lost' })
  await turn()
  const later = coalesce('a', run)
  runs[0]?.settle.reject(new Error('lost'))
  await failing
  await turn()
  runs[1]?.settle.resolve('fine')
  t.is((await later).result, 'fine')
})
