import test from 'ava'
import type pg from 'pg'
import { joinPoll } from '../../../../shared/analytics/live/shared-poll.js'

// Only used as a key: polls do not query the pool themselves.
const pool = {} as pg.Pool

test('streams of a workspace run the same query once until the next poll, streams of other workspaces run their own', async (t) => {
  const [first, second, foreign] = [joinPoll(pool, 'ws_1'), joinPoll(pool, 'ws_1'), joinPoll(pool, 'ws_2')]
  let calls = 0
  const query = async () => ++calls
  t.deepEqual(await Promise.all([first.share('key', query), second.share('key', query)]), [1, 1])
  t.is(await foreign.share('key', query), 2)
  await Promise.all([first.nextPoll(), second.nextPoll()])
  t.is(await second.share('key', query), 3)
  for (const poll of [first, second, foreign]) poll.leave()
  t.is(await joinPoll(pool, 'ws_1').share('key', query), 4)
})
