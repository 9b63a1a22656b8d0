import test from 'ava'
import { remembered } from '../../../../shared/links/destination/remembered.js'

/** A memory over an owner whose answers the test decides, with a clock of its own. */
function memory(answer: (key: string) => Promise<{ of: string } | null> = async (key) => ({ of: key })) {
  const asked: string[] = []
  const clock = { now: 0 }
  const at = { answer }
  const memo = remembered<{ of: string }>(
    (key) => {
      asked.push(key)
      return at.answer(key)
    },
    { most: 100, lifetime: 1000, now: () => clock.now },
  )
  return { memo, asked, clock, at }
}

test('a key is asked once a second, and at once those who want it share one question', async (t) => {
  const { memo, asked, clock } = memory()
  await Promise.all([memo.get('a'), memo.get('a'), memo.get('a')])
  clock.now = 999
  t.deepEqual(memo.get('a'), { of: 'a' })
  t.deepEqual(asked, ['a'])
  clock.now = 1000
  await memo.get('a')
  t.deepEqual(asked, ['a', 'a'])
})

test('an absence is remembered', async (t) => {
  const { memo, asked } = memory(async () => null)
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
  at.answer = () => Promise.reject(new Error('away'))
  clock.now = 5000
  t.deepEqual(await memo.get('a'), { of: 'a' })
  t.deepEqual(await memo.get('a'), { of: 'a' })
  t.is(asked.length, 2)
  memo.forgetAll()
  t.deepEqual(await memo.get('a'), { of: 'a' })
  await t.throwsAsync(async () => memo.get('b'), { message: 'away' })
  at.answer = async () => null
  clock.now = 6000
  t.is(await memo.get('a'), null)
})
