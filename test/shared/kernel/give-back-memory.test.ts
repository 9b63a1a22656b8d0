import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { lookForQuiet } from '../../../shared/kernel/give-back-memory.js'
import { testApi } from '../../support/api.js'
import { runNamed } from '../../support/jobs.js'
import { testService } from '../../support/service.js'
import { until } from '../../support/until.js'

const module = fileURLToPath(new URL('../../../shared/kernel/give-back-memory.js', import.meta.url))

/** Makes more than it keeps, at times: V8 waits for a good moment to clear that away. */
const program = `
import { giveBackMemory } from ${JSON.stringify(module)}
giveBackMemory()
const litter = () => void Array.from({ length: 1_000_000 }, (_, at) => ({ at }))
litter()
setInterval(litter, 15_000)`

test('a process that has nothing to do gives memory back, and does not wait until V8 finds it quiet', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'give-back-'))
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  const child = fork(file, { execArgv: ['--trace-gc-verbose'], silent: true })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  // "Background" is V8's word for a program that shall rather be small than quick.
  await until(() => /Memory reducer: \w+ alloc, background[^]*Memory reducer: finished GC/.test(text))
  t.pass()
})

/** What is told while something happens at every third look, then when nothing does, and when it happens once more. */
async function told(something: () => Promise<unknown>): Promise<boolean[][]> {
  const words: boolean[] = []
  const spoken = () => words.splice(0)
  const look = lookForQuiet((quiet) => words.push(quiet))
  const looks = async (most: number) => {
    for (let left = most; left > 0; left--) {
      await sleep(20)
      look()
    }
  }
  for (let times = 0; times < 20; times++) {
    await something()
    await looks(3)
  }
  const between = spoken()
  await until(() => looks(1).then(() => words.length > 0))
  const afterwards = spoken()
  await something()
  await looks(1)
  return [between, afterwards, spoken()]
}

test.serial('it is not quiet while requests come now and then', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  for (const path of ['/nowhere', '/links']) t.deepEqual(await told(() => api.call(`GET ${path}`)), [[], [true], [false]])
})

test.serial('nor while jobs come', async (t) => {
  const service = await testService()
  t.teardown(() => service.close())
  t.deepEqual(await told(() => runNamed(service.resources, 'links.fold-counts')), [[], [true], [false]])
})

test.serial('nor while the process works on something long', (t) => {
  let isQuiet = false
  const look = lookForQuiet(() => (isQuiet = true))
  for (let looks = 0; looks < 20; looks++) {
    for (const end = Date.now() + 20; Date.now() < end;);
    look()
  }
  t.false(isQuiet)
})
