import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { spawnEarly } from '../../../shared/supervisor/spawn-early.js'

const deferredEnvModule = new URL('../../../shared/kernel/deferred-env.js', import.meta.url).href

/** Reports that it has loaded, then the environment that it received. */
const program = `
  import { deferredEnv } from '${deferredEnvModule}'
  process.send('loaded')
  const { FIRST, SECOND, ENVIRONMENT_FOLLOWS } = await deferredEnv()
  process.send({ FIRST, SECOND, ENVIRONMENT_FOLLOWS: ENVIRONMENT_FOLLOWS ?? 'unset' })
  process.disconnect()
`

test('a process loads before its environment is complete and continues when it is', async (t) => {
  const { child, send } = await start(t)
  t.deepEqual(await once(child, 'message'), ['loaded', undefined])
  send({ SECOND: 'later' })
  t.deepEqual(await once(child, 'message'), [{ FIRST: 'at once', SECOND: 'later', ENVIRONMENT_FOLLOWS: 'unset' }, undefined])
})

test('a process whose environment never becomes complete exits with its parent', async (t) => {
  const { child } = await start(t)
  await once(child, 'message')
  child.disconnect()
  t.deepEqual(await once(child, 'exit'), [1, null])
})

async function start(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-early-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  let send: (env: NodeJS.ProcessEnv) => void = () => undefined
  const deferredEnv = new Promise<NodeJS.ProcessEnv>((resolve) => (send = resolve))
  return {
    child: spawnEarly({ file, env: { ...process.env, FIRST: 'at once' }, deferredEnv }),
    send: (env: NodeJS.ProcessEnv) => send(env),
  }
}
