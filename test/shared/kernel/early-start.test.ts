import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startEarly } from '../../../shared/kernel/early-start.js'

const kernel = new URL('../../../shared/kernel/early-start.js', import.meta.url).href

/** Says that it has loaded, and then what it was told. */
const program = `
  import { wholeEnvironment } from '${kernel}'
  process.send('loaded')
  const { FIRST, SECOND, ENVIRONMENT_FOLLOWS } = await wholeEnvironment()
  process.send({ FIRST, SECOND, ENVIRONMENT_FOLLOWS: ENVIRONMENT_FOLLOWS ?? 'unset' })
  process.disconnect()
`

test('a process loads before its environment is whole, and goes on when it is', async (t) => {
  const { child, tell } = await start(t)
  t.deepEqual(await once(child, 'message'), ['loaded', undefined])
  tell({ SECOND: 'later' })
  t.deepEqual(await once(child, 'message'), [{ FIRST: 'at once', SECOND: 'later', ENVIRONMENT_FOLLOWS: 'unset' }, undefined])
})

test('a process whose environment never becomes whole ends with the one that started it', async (t) => {
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
  let tell: (env: NodeJS.ProcessEnv) => void = () => undefined
  const rest = new Promise<NodeJS.ProcessEnv>((resolve) => (tell = resolve))
  return { child: startEarly({ file, env: { ...process.env, FIRST: 'at once' }, rest }), tell: (env: NodeJS.ProcessEnv) => tell(env) }
}
