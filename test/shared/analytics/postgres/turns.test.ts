import test from 'ava'
import { turns } from '../../../../shared/analytics/postgres/turns.js'

test('so many work at a time, the others in the order in which they came, also after one that failed', async (t) => {
  const inTurn = turns(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (name: number) => inTurn(async () => {
    begun.push(name)
    await new Promise<void>((resolve) => (ends[name] = resolve))
    if (name === 0) throw new Error('failed')
  })
  const all = [0, 1, 2, 3].map((name) => work(name).catch(() => undefined))
  t.deepEqual(begun, [0, 1])
  ends[0]?.()
  await all[0]
  t.deepEqual(begun, [0, 1, 2])
  ends[2]?.()
  await all[2]
  t.deepEqual(begun, [0, 1, 2, 3])
  for (const end of ends) end?.()
  await Promise.all(all)
})
