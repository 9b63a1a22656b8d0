import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { StartupError } from '../../../shared/kernel/startup-error.js'
import { startManagedProcess } from '../../../shared/supervisor/managed-process.js'
import { waitUntil } from '../../support/wait-until.js'

/** A program that reports ready and exits on shutdown, and notes both. Tests append further code. */
const server = `
  import { appendFileSync } from 'node:fs'
  const note = (word) => appendFileSync(process.env.NOTES, word + '\\n')
  process.on('message', (message) => { if (message === 'shutdown') { note('drained'); process.exit(0) } })
  process.on('disconnect', () => process.exit(0))
  note('ready ' + process.pid)
  process.send('ready')
`

test('a crashed process is restarted, with a growing delay', async (t) => {
  const { managed, notes, lines } = await start(t, `${server}; setTimeout(() => process.exit(3), 20)`)
  await managed.ready
  await waitUntil(async () => (await notes()).length >= 3)
  await managed.stop()
  const delays = lines.map((line) => Number(/restarting in ([\d.]+) s/.exec(line)?.[1]))
  t.true(lines.every((line) => line.startsWith('the test process exited (exit code 3)')))
  t.deepEqual(delays.slice(0, 2), [0.2, 0.4])
})

test('a stopped process drains and is not restarted', async (t) => {
  const { managed, notes, lines } = await start(t, server)
  await managed.ready
  await managed.stop()
  const words = await notes()
  t.is(words.length, 2)
  t.is(words[1], 'drained')
  t.deepEqual(lines, [])
})

test('a restart drains the old process and starts a new one', async (t) => {
  const { managed, notes, lines } = await start(t, server)
  await managed.ready
  await managed.restart()
  const words = await notes()
  t.is(words.length, 3)
  t.is(words[1], 'drained')
  t.not(words[0], words[2])
  await managed.stop()
  t.deepEqual(lines, [])
})

test('a failed first start rejects with the output of the process and is not repeated', async (t) => {
  const { managed, lines } = await start(t, `console.error('KEY is invalid.'); process.exit(1)`)
  await t.throwsAsync(managed.ready, { instanceOf: StartupError, message: 'KEY is invalid.' })
  await managed.stop()
  t.deepEqual(lines, [])
})

test('a failed first start without output reports the exit reason', async (t) => {
  const { managed } = await start(t, `process.kill(process.pid, 'SIGKILL')`)
  await t.throwsAsync(managed.ready, { instanceOf: StartupError, message: 'The test process did not start (SIGKILL).' })
})

test('a process that is not ready yet can be stopped', async (t) => {
  const { managed } = await start(t, 'setInterval(() => undefined, 1000)')
  const rejected = t.throwsAsync(managed.ready, { message: /SIGTERM/ })
  await managed.stop()
  await rejected
})

async function start(t: ExecutionContext, program: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-managed-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  const notesFile = join(folder, 'notes')
  await writeFile(file, program)
  await writeFile(notesFile, '')
  const lines: string[] = []
  const managed = startManagedProcess(
    { name: 'test', file, env: { ...process.env, NOTES: notesFile }, deferredEnv: Promise.resolve({}) },
    (line) => lines.push(line),
  )
  return { managed, lines, notes: async () => (await readFile(notesFile, 'utf8')).split('\n').filter(Boolean) }
}
