import test from 'ava'
import { connectionErrorLogger } from '../../../shared/kernel/connection-errors.js'
import { openLog } from '../../../shared/kernel/log.js'

test('a deadlock is logged as one, without its stack, and each lost connection once in ten seconds', (t) => {
  const lines: string[] = []
  const report = connectionErrorLogger(openLog('info', 'test', { write: (line) => void lines.push(line) }))
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const more = [1, 2, 3, 4].map((id) => new Error(`lock of job ${id} is missing`))
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  for (const error of [deadlock, refused, refused, reset, deadlock, ...more]) report(error)
  const logged = lines.map((line) => JSON.parse(line)).map(({ level, msg, err }) => [level, msg, err?.code])
  t.deepEqual(logged, [
    [30, 'deadlock in the database, retrying', undefined],
    [40, 'connection failed, retrying', 'ECONNREFUSED'],
    [40, 'connection failed, retrying', 'ECONNRESET'],
    [30, 'deadlock in the database, retrying', undefined],
    ...more.slice(0, 3).map(() => [40, 'connection failed, retrying', undefined]),
  ])
})
