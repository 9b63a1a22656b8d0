import test from 'ava'
import { minutes } from '../../../shared/kernel/time.js'
import { watchClock } from '../../../workers/runtime/watch-clock.js'
import { waitUntil } from '../../support/wait-until.js'

test('tells once by how much the clock was set back', async (t) => {
  let offset = 0
  const calls: number[] = []
  const stop = watchClock(async (byMs) => void calls.push(byMs), { intervalMs: 1, now: () => Date.now() + offset })
  offset = -minutes(60)
  await waitUntil(() => calls.length > 0)
  offset += minutes(5)
  offset -= minutes(10)
  await waitUntil(() => calls.length > 1)
  await stop()
  t.deepEqual(
    calls.map((ms) => Math.round(ms / minutes(1))),
    [60, 5],
  )
})

test('ignores a clock that was set forward, and small corrections', async (t) => {
  let offset = 0
  let reads = 0
  const now = () => (reads++, Date.now() + offset)
  const stop = watchClock(async () => t.fail(), { intervalMs: 1, now })
  for (const change of [minutes(60), -500, minutes(1)]) {
    offset += change
    const from = reads
    await waitUntil(() => reads > from + 4)
  }
  await stop()
  t.pass()
})
