import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { ConfigError } from '../../../shared/kernel/config.js'
import { startFailure } from '../../../shared/kernel/process.js'

const module = fileURLToPath(new URL('../../../shared/kernel/process.js', import.meta.url))

interface Program {
  child: ChildProcess
  /** What `close` wrote down. */
  notes(): Promise<string>
}

/** A process that closes by `close`, a body in which `note` writes a word to a file. It has said that it is ready. */
async function program(t: ExecutionContext, close: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'process-'))
  const [file, notes] = [join(folder, 'program.mjs'), join(folder, 'notes')]
  await writeFile(notes, '')
  await writeFile(
    file,
    `import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { closeOnSignal, tellReady } from ${JSON.stringify(module)}
const note = (word) => appendFileSync(${JSON.stringify(notes)}, word + ' ')
setInterval(() => {}, 1000)
closeOnSignal({ error: () => note('logged') }, async () => { ${close} })
tellReady()`,
  )
  const child = fork(file, { stdio: 'ignore' })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  t.deepEqual(await once(child, 'message'), ['ready', undefined])
  return { child, notes: async () => (await readFile(notes, 'utf8')).trim() }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} closes once and ends well`, async (t) => {
    const { child, notes } = await program(t, `note('closing'); await sleep(100); note('closed')`)
    child.kill(signal)
    t.deepEqual(await once(child, 'exit'), [0, null])
    t.is(await notes(), 'closing closed')
  })
}

test("a manager's message closes as a signal does", async (t) => {
  const { child, notes } = await program(t, `note('closed')`)
  child.send('shutdown')
  t.deepEqual(await once(child, 'exit'), [0, null])
  t.is(await notes(), 'closed')
})

test('another message closes nothing', async (t) => {
  const { child, notes } = await program(t, `await sleep(300); note('closed')`)
  child.send('hello')
  child.send('shutdown')
  t.deepEqual(await once(child, 'exit'), [0, null], 'a second order to close would end it badly')
  t.is(await notes(), 'closed')
})

test('a second signal ends at once', async (t) => {
  const { child, notes } = await program(t, `note('closing'); await sleep(60_000); note('closed')`)
  child.kill('SIGTERM')
  while ((await notes()) !== 'closing') await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGTERM')
  t.deepEqual(await once(child, 'exit'), [1, null])
  t.is(await notes(), 'closing')
})

test('a close that fails is logged and ends badly', async (t) => {
  const { child, notes } = await program(t, `throw new Error('stuck')`)
  child.kill('SIGTERM')
  t.deepEqual(await once(child, 'exit'), [1, null])
  t.is(await notes(), 'logged')
})

test('a start that failed is told in the words of its error', (t) => {
  t.is(startFailure(new ConfigError('PORT is wrong: no.')), 'PORT is wrong: no.')
  t.is(startFailure('plain'), 'plain')
})
