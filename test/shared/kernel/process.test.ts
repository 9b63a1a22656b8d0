import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { ConfigError } from '../../../shared/kernel/config.js'
import { formatStartupError } from '../../../shared/kernel/process.js'
import { waitUntil } from '../../support/wait-until.js'

const module = fileURLToPath(new URL('../../../shared/kernel/process.js', import.meta.url))

interface Program {
  child: ChildProcess
  /** What `close` wrote to the notes file. */
  notes(): Promise<string>
}

/** Starts a process that shuts down with the code `close`, in which `note` appends a word to a file. Resolves when it is ready. */
async function program(t: ExecutionContext, close: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  const [file, notes] = [join(folder, 'program.mjs'), join(folder, 'notes')]
  await writeFile(notes, '')
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs'
import { once } from 'node:events'
import { closeOnSignal, notifyReady } from ${JSON.stringify(module)}
const note = (word) => appendFileSync(${JSON.stringify(notes)}, word + ' ')
setInterval(() => {}, 1000)
closeOnSignal({ error: () => note('logged') }, async () => { ${close} })
notifyReady()`,
  )
  const child = fork(file, { stdio: 'ignore' })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  t.deepEqual(await once(child, 'message'), ['ready', undefined])
  return { child, notes: async () => (await readFile(notes, 'utf8')).trim() }
}

/** Takes until the next message. */
const closeOnMessage = `note('closing'); await once(process, 'message'); note('closed')`

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} closes once and exits with 0`, async (t) => {
    const { child, notes } = await program(t, closeOnMessage)
    child.kill(signal)
    await waitUntil(async () => (await notes()) === 'closing')
    child.send('finish')
    t.deepEqual(await once(child, 'exit'), [0, null])
    t.is(await notes(), 'closing closed')
  })
}

test('a shutdown message of the manager closes like a signal', async (t) => {
  const { child, notes } = await program(t, `note('closed')`)
  child.send('shutdown')
  t.deepEqual(await once(child, 'exit'), [0, null])
  t.is(await notes(), 'closed')
})

test('other messages are ignored', async (t) => {
  const { child, notes } = await program(t, closeOnMessage)
  const exit = once(child, 'exit')
  child.send('hello')
  child.send('shutdown')
  await waitUntil(async () => (await notes()) !== '' || child.exitCode !== null)
  child.send('finish', () => undefined) // fails if the process has exited
  t.deepEqual(await exit, [0, null], 'a second shutdown would exit with 1')
  t.is(await notes(), 'closing closed')
})

test('a second signal exits at once', async (t) => {
  const { child, notes } = await program(t, closeOnMessage)
  child.kill('SIGTERM')
  await waitUntil(async () => (await notes()) === 'closing')
  child.kill('SIGTERM')
  t.deepEqual(await once(child, 'exit'), [1, null])
  t.is(await notes(), 'closing')
})

test('a failed shutdown is logged and exits with 1', async (t) => {
  const { child, notes } = await program(t, `throw new Error('stuck')`)
  child.kill('SIGTERM')
  t.deepEqual(await once(child, 'exit'), [1, null])
  t.is(await notes(), 'logged')
})

test('a failed start prints the message of its error', (t) => {
  t.is(formatStartupError(new ConfigError('PORT is invalid: no.')), 'PORT is invalid: no.')
  t.is(formatStartupError('plain'), 'plain')
})
