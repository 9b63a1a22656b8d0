/**
 * `process.nextTick`, which every request calls several times, after garbage collections of an idle process, beside before. Without
 * `releaseMemoryWhenIdle` it is half as fast.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { releaseMemoryWhenIdle } from '../shared/kernel/release-idle-memory.js'
import { median, report } from './support/installation.js'

const [ticks, ticksPerTurn, rounds] = [1_000_000, 10, 5]

/** Millions of ticks a second. */
async function measureTicks(): Promise<number> {
  const started = performance.now()
  let done = 0
  const tick = () => void done++
  while (done < ticks) {
    for (let at = 0; at < ticksPerTurn; at++) process.nextTick(tick)
    await new Promise(setImmediate)
  }
  return ticks / (performance.now() - started) / 1000
}

async function measure(): Promise<number> {
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) rates.push(await measureTicks())
  return median(rates)
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
releaseMemoryWhenIdle()
const before = await measure()
for (let times = 0; times < 4; times++) {
  await pause(300)
  collectGarbage()
}
const after = await measure()
report('million ticks per second after idling', after.toFixed(1), before.toFixed(1), after / before, 'at least 0.90')
