import test from 'ava'
import type { Selection } from '../../../../shared/analytics/event-store.js'
import { admitted } from '../../../../shared/analytics/postgres/admission.js'
import { fairTurns } from '../../../../shared/analytics/postgres/fair-turns.js'
import { openPool } from '../../../../shared/kernel/plain-pool.js'
import { minutes } from '../../../../shared/kernel/time.js'

/** Work that ends when it is told to, and the order in which its askers began. */
function desk(options: Partial<Parameters<typeof fairTurns>[0]> = {}) {
  const inTurn = fairTurns({ most: 3, mostOfOne: 2, patience: minutes(1), ...options })
  const began: string[] = []
  const ends: Record<string, () => void> = {}
  const ask = (name: string) =>
    inTurn(name.charAt(0), () => {
      began.push(name)
      return new Promise<string>((resolve) => (ends[name] = () => resolve(name)))
    })
  return { ask, began, end: (name: string) => ends[name]?.(), inTurn }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many go on at a time, of one asker fewer, and next comes whoever has the fewest going', async (t) => {
  const { ask, began, end } = desk()
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map(ask)
  await settled()
  t.deepEqual(began, ['a1', 'a2', 'b1'], 'a third of one asker waits, although there is room')
  const order = ['a1', 'b1', 'c1', 'a2', 'a3', 'a4', 'b2']
  for (const name of order) {
    end(name)
    await settled()
  }
  t.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'b2', 'a3', 'a4'])
  t.deepEqual((await Promise.all(asked)).length, 7)
})

test('of one asker, whoever waits goes on in the order in which they came, also after one that failed', async (t) => {
  const inTurn = fairTurns({ most: 2, mostOfOne: 2, patience: minutes(1) })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (name: number) =>
    inTurn('a', async () => {
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

test('who fails gives the turn back all the same', async (t) => {
  const { inTurn } = desk({ most: 1, mostOfOne: 1 })
  await t.throwsAsync(
    inTurn('a', () => Promise.reject(new Error('no'))),
    { message: 'no' },
  )
  t.is(await inTurn('a', async () => 'yes'), 'yes')
})

test('who waits too long is refused, and has no turn later', async (t) => {
  const { ask, began, end } = desk({ most: 1, mostOfOne: 1, patience: 20 })
  const first = ask('a1')
  await t.throwsAsync(ask('b1'), { code: 'rate_limit_exceeded' })
  end('a1')
  await first
  t.deepEqual(began, ['a1'])
  const next = ask('c1')
  await settled()
  end('c1')
  t.is(await next, 'c1')
})

test('of ten connections four are for questions that read many events, and what rollups answer is asked at once', async (t) => {
  const pool = openPool({ max: 10 }, () => undefined)
  const about = (more: Partial<Selection>): Selection => ({
    workspaceId: 'ws_1',
    from: 0,
    to: minutes(1000),
    links: [],
    attributes: [],
    ...more,
  })
  const filter = (attribute: 'country' | 'referer') => ({ attribute, values: ['any'], negated: false })
  const [begun, ends]: [string[], (() => void)[]] = [[], []]
  const ask = (selection: Selection) =>
    admitted(pool, selection, { by: 'nothing' }, () => {
      begun.push(selection.workspaceId)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const heavy = [{ attributes: [filter('country'), filter('referer')] }, { unique: true }]
  const asked = Array.from({ length: 10 }, (_, at) => ask(about({ ...heavy[at % 2], workspaceId: at < 6 ? 'ws_1' : 'ws_2' })))
  await settled()
  t.deepEqual(begun, ['ws_1', 'ws_1', 'ws_1', 'ws_2'])
  const light = [about({}), about({ attributes: [filter('country')] })].map(ask)
  t.is(begun.length, 6)
  for (; ends.length > 0; await settled()) ends.shift()?.()
  t.is((await Promise.all([...asked, ...light])).length, 12)
})
