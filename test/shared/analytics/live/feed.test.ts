import test from 'ava'
import type pg from 'pg'
import { joinFeed } from '../../../../shared/analytics/live/feed.js'

// Feeds are told apart by their pool, and ask it nothing by themselves.
const pool = {} as pg.Pool

test('streams of a workspace ask the same question once until they rest, those of another workspace by themselves', async (t) => {
  const [one, other, stranger] = [joinFeed(pool, 'ws_1'), joinFeed(pool, 'ws_1'), joinFeed(pool, 'ws_2')]
  let asked = 0
  const ask = async () => ++asked
  t.deepEqual(await Promise.all([one.shared('what', ask), other.shared('what', ask)]), [1, 1])
  t.is(await stranger.shared('what', ask), 2)
  await Promise.all([one.rest(), other.rest()])
  t.is(await other.shared('what', ask), 3)
  for (const feed of [one, other, stranger]) feed.leave()
  t.is(await joinFeed(pool, 'ws_1').shared('what', ask), 4)
})
