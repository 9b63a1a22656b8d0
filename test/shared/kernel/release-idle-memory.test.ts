import { execFileSync, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { idleDetector, markActive } from '../../../shared/kernel/release-idle-memory.js'
import { testApi } from '../../support/api.js'
import { runJobByName } from '../../support/jobs.js'
import { testService } from '../../support/service.js'
import { waitUntil } from '../../support/wait-until.js'

const module = fileURLToPath(new URL('../../../shared/kernel/release-idle-memory.js', import.meta.url))

/** Allocates garbage from time to time. V8 waits for a good moment to collect it. */
const program = `
import { releaseMemoryWhenIdle } from ${JSON.stringify(module)}
releaseMemoryWhenIdle()
const allocate = () => void Array.from({ length: 1_000_000 }, (_, at) => ({ at }))
allocate()
setInterval(allocate, 15_000)`

/** Newer versions of V8 print the decisions of the memory reducer with a flag of their own. */
const traceFlags = ['--trace-gc-verbose', '--trace-memory-reducer'].filter((flag) =>
  execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).includes(`${flag} `),
)

test('an idle process releases memory without waiting for the idle detection of V8', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'idle-memory-'))
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  const child = fork(file, { execArgv: traceFlags, silent: true })
  t.teardown(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  let text = ''
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()))
  // "background" is how V8 calls a process that optimizes for memory.
  await waitUntil(() => /Memory reducer: \w+ alloc, background[^]*Memory reducer: finished GC/.test(text))
  t.pass()
})

/** Reported changes while the action runs at every third check, while nothing runs, and when it runs once more. */
async function reportedChanges(action: () => Promise<unknown>): Promise<boolean[][]> {
  const changes: boolean[] = []
  const takeChanges = () => changes.splice(0)
  const check = idleDetector((idle) => changes.push(idle))
  const runChecks = async (count: number) => {
    for (let left = count; left > 0; left--) {
      await sleep(20)
      check()
    }
  }
  for (let times = 0; times < 20; times++) {
    await action()
    await runChecks(3)
  }
  const between = takeChanges()
  await waitUntil(() => runChecks(1).then(() => changes.length > 0))
  const afterwards = takeChanges()
  await action()
  await runChecks(1)
  return [between, afterwards, takeChanges()]
}

test.serial('a process is not idle while requests arrive', async (t) => {
  const api = await testApi()
  t.teardown(() => api.close())
  for (const path of ['/nowhere', '/links']) t.deepEqual(await reportedChanges(() => api.call(`GET ${path}`)), [[], [true], [false]])
})

test.serial('a process is not idle while jobs run', async (t) => {
  const service = await testService()
  t.teardown(() => service.close())
  t.deepEqual(await reportedChanges(() => runJobByName(service.resources, 'links.roll-up-counts')), [[], [true], [false]])
})

test.serial('a process is not idle during long work', (t) => {
  let isIdle = false
  const check = idleDetector(() => (isIdle = true))
  for (let checks = 0; checks < 20; checks++) {
    for (const end = Date.now() + 20; Date.now() < end;);
    check()
  }
  t.false(isIdle)
})

test.serial('the latest response is kept, so that V8 keeps the hidden classes of its objects, and no other', (t) => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const answer = (body: string) => {
    const response = { body }
    markActive(response)
    return new WeakRef(response)
  }
  const [first, second] = [answer('first'), answer('second')]
  // A `WeakRef` keeps its object until the end of the turn in which it was created.
  return new Promise<void>((resolve) =>
    setImmediate(() => {
      collectGarbage()
      t.is(first.deref(), undefined)
      t.is(second.deref()?.body, 'second')
      resolve()
    }),
  )
})
