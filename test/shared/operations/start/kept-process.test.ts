import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { StartRefusal } from '../../../../shared/kernel/start-refusal.js'
import { keepRunning } from '../../../../shared/operations/start/kept-process.js'
import { until } from '../../../support/until.js'

/** Serves, notes that it did, and ends when it is told; what it does besides is given. */
const server = `
  import { appendFileSync } from 'node:fs'
  const note = (word) => appendFileSync(process.env.NOTES, word + '\\n')
  process.on('message', (message) => { if (message === 'shutdown') { note('drained'); process.exit(0) } })
  process.on('disconnect', () => process.exit(0))
  note('serves ' + process.pid)
  process.send('ready')
`

test('a process that crashes is started again, each time after a longer pause', async (t) => {
  const { kept, notes, lines } = await keep(t, `${server}; setTimeout(() => process.exit(3), 20)`)
  await kept.ready
  await until(async () => (await notes()).length >= 3)
  await kept.stop()
  const pauses = lines.map((line) => Number(/again in ([\d.]+) s/.exec(line)?.[1]))
  t.true(lines.every((line) => line.startsWith('the test process ended (exit code 3)')))
  t.deepEqual(pauses.slice(0, 2), [0.2, 0.4])
})

test('a process that is told to stop finishes first, and is not started again', async (t) => {
  const { kept, notes, lines } = await keep(t, server)
  await kept.ready
  await kept.stop()
  const words = await notes()
  t.is(words.length, 2)
  t.is(words[1], 'drained')
  t.deepEqual(lines, [])
})

test('a restart puts a new process in place of the old one, which finishes first', async (t) => {
  const { kept, notes, lines } = await keep(t, server)
  await kept.ready
  await kept.restart()
  const words = await notes()
  t.is(words.length, 3)
  t.is(words[1], 'drained')
  t.not(words[0], words[2])
  await kept.stop()
  t.deepEqual(lines, [])
})

test('a first start that fails is refused with what the process said, and not tried again', async (t) => {
  const { kept, lines } = await keep(t, `console.error('KEY is wrong.'); process.exit(1)`)
  await t.throwsAsync(kept.ready, { instanceOf: StartRefusal, message: 'KEY is wrong.' })
  await kept.stop()
  t.deepEqual(lines, [])
})

test('a first start that fails without a word says how it ended', async (t) => {
  const { kept } = await keep(t, `process.kill(process.pid, 'SIGKILL')`)
  await t.throwsAsync(kept.ready, { instanceOf: StartRefusal, message: 'The test process did not start (SIGKILL).' })
})

test('a process that does not serve yet can be stopped', async (t) => {
  const { kept } = await keep(t, 'setInterval(() => undefined, 1000)')
  const refused = t.throwsAsync(kept.ready, { message: /SIGTERM/ })
  await kept.stop()
  await refused
})

async function keep(t: ExecutionContext, program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-kept-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  const notesFile = join(folder, 'notes')
  await writeFile(file, program)
  await writeFile(notesFile, '')
  const lines: string[] = []
  const kept = keepRunning({ name: 'test', file, env: { ...process.env, NOTES: notesFile }, rest: Promise.resolve({}) }, (line) =>
    lines.push(line),
  )
  return { kept, lines, notes: async () => (await readFile(notesFile, 'utf8')).split('\n').filter(Boolean) }
}
