import { setImmediate, setTimeout } from 'node:timers/promises'
import test from 'ava'
import { remembered } from '../../../../shared/links/destination/remembered.js'

/** A memory over an owner whose answers the test decides, with a clock of its own. */
function memory(answer: (key: string) => { of: string } | null = (key) => ({ of: key })) {
  const asked: string[][] = []
  const clock = { now: 0 }
  const at = { answer, held: Promise.resolve() }
  const memo = remembered<{ of: string }>(
    async (keys) => {
      asked.push(keys)
      const answers = keys.map((key) => [key, at.answer(key)] as const)
      await at.held
      return new Map(answers.flatMap(([key, value]) => (value ? [[key, value]] : [])))
    },
    { most: 2000, lifetime: 1000, now: () => clock.now },
  )
  return { memo, asked, clock, at }
}

const away = () => {
  throw new Error('away')
}

test('a key is asked once a second, and at once those who want it share one question', async (t) => {
  const { memo, asked, clock } = memory()
  await Promise.all([memo.get('a'), memo.get('a'), memo.get('a')])
  clock.now = 499
  t.deepEqual(memo.get('a'), { of: 'a' })
  t.deepEqual(asked, [['a']])
  clock.now = 1000
  await memo.get('a')
  t.deepEqual(asked, [['a'], ['a']])
})

test('keys that are asked for at once share one question, up to 500', async (t) => {
  const { memo, asked } = memory()
  const keys = Array.from({ length: 501 }, (_, at) => `key-${at}`)
  t.deepEqual(
    await Promise.all(keys.map(async (key) => memo.get(key))),
    keys.map((key) => ({ of: key })),
  )
  t.deepEqual(
    asked.map(({ length }) => length),
    [500, 1],
  )
})

test('what is asked for often is asked anew before its time is over, all together, and nobody waits for it', async (t) => {
  const { memo, asked, clock, at } = memory()
  await Promise.all(['a', 'b', 'c'].map(async (key) => memo.get(key)))
  at.answer = (key) => ({ of: `new ${key}` })
  clock.now = 501
  for (const key of ['a', 'b', 'a', 'b']) t.deepEqual(memo.get(key), { of: key })
  while (asked.length < 2) await setTimeout(10)
  await setImmediate()
  t.deepEqual(asked, [
    ['a', 'b', 'c'],
    ['a', 'b'],
  ])
  clock.now = 1500
  t.deepEqual(memo.get('a'), { of: 'new a' })
  t.true(memo.get('c') instanceof Promise, 'nobody wanted this one lately')
})

test('when asking anew fails, who comes after the time is over waits for an answer of the same time', async (t) => {
  const { memo, asked, clock, at } = memory()
  await memo.get('a')
  at.answer = away
  clock.now = 600
  t.deepEqual(memo.get('a'), { of: 'a' })
  while (asked.length < 2) await setTimeout(10)
  await setImmediate()
  at.answer = () => null
  clock.now = 1601
  t.is(await memo.get('a'), null)
})

test('what is forgotten while it is being asked is asked again: the answer may be older than the change', async (t) => {
  for (const forget of ['forget', 'forgetAll'] as const) {
    const { memo, asked, at } = memory()
    let arrive = () => {}
    at.held = new Promise((resolve) => (arrive = resolve))
    const before = memo.get('a')
    while (asked.length === 0) await setImmediate()
    memo[forget]('a')
    at.answer = () => ({ of: 'new' })
    arrive()
    t.deepEqual(await before, { of: 'a' })
    t.deepEqual(await memo.get('a'), { of: 'new' })
    t.deepEqual(memo.get('a'), { of: 'new' })
    t.is(asked.length, 2)
  }
})

test('an absence is remembered', async (t) => {
  const { memo, asked } = memory(() => null)
  t.is(await memo.get('a'), null)
  t.is(memo.get('a'), null)
  t.is(asked.length, 1)
})

test('what is forgotten is asked again', async (t) => {
  const { memo, asked } = memory()
  await memo.get('a')
  memo.forget('a')
  await memo.get('a')
  memo.forgetAll()
  await memo.get('a')
  t.is(asked.length, 3)
})

test('while nothing can be asked, what was known before is answered, and asked for again a second later', async (t) => {
  const { memo, asked, clock, at } = memory()
  await memo.get('a')
  at.answer = away
  clock.now = 5000
  t.deepEqual(await memo.get('a'), { of: 'a' })
  t.deepEqual(await memo.get('a'), { of: 'a' })
  t.is(asked.length, 2)
  memo.forgetAll()
  t.deepEqual(await memo.get('a'), { of: 'a' })
  await t.throwsAsync(async () => memo.get('b'), { message: 'away' })
  at.answer = () => null
  clock.now = 6000
  t.is(await memo.get('a'), null)
})
