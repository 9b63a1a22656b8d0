import test from 'ava'
import { openLog } from '../../../shared/kernel/log.js'
import { throttledWarning } from '../../../shared/kernel/throttled-warning.js'
import { hours } from '../../../shared/kernel/time.js'

interface Line {
  msg: string
  suppressed: number
  err: { message: string }
}

const logTo = (lines: Line[]) => openLog('warn', 'test', { write: (line) => void lines.push(JSON.parse(line)) })

test('a warning appears once per interval', (t) => {
  const lines: Line[] = []
  const warn = throttledWarning(logTo(lines), 'store unavailable', hours(1))
  for (let count = 0; count < 5; count++) warn(new Error(`refused ${count}`))
  t.is(lines.length, 1)
  t.like(lines[0], { msg: 'store unavailable', suppressed: 0 })
  t.is(lines[0]?.err.message, 'refused 0')
})

test('a warning after the interval appears again', (t) => {
  const lines: Line[] = []
  const warn = throttledWarning(logTo(lines), 'store unavailable', 0)
  for (let count = 0; count < 3; count++) warn(new Error('refused'))
  t.is(lines.length, 3)
})
