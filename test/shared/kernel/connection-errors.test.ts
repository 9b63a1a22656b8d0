import test from 'ava'
import { connectionErrorLogger } from '../../../shared/kernel/connection-errors.js'
import { openLog } from '../../../shared/kernel/log.js'

test('a deadlock is logged as one, without its stack, and lost connections at most once a second', (t) => {
  const lines: string[] = []
  const report = connectionErrorLogger(openLog('info', 'test', { write: (line) => void lines.push(line) }))
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  for (const error of [deadlock, refused, refused, deadlock]) report(error)
  const logged = lines.map((line) => JSON.parse(line)).map(({ level, msg, err }) => [level, msg, err?.code])
  t.deepEqual(logged, [
    [30, 'deadlock in the database, retrying', undefined],
    [40, 'connection failed, retrying', 'ECONNREFUSED'],
    [30, 'deadlock in the database, retrying', undefined],
  ])
})
