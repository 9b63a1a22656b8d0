/** Runs the first session of the README literally, on a new installation. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { minutes } from '../../shared/kernel/time.js'
import { freePort, startInstallation, type Installation } from '../support/installation.js'
import { repositoryRoot } from '../support/source-tree.js'
import { waitUntil } from '../support/wait-until.js'

let folder: string
let installation: Installation

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-readme-'))
})
test.after.always(async () => {
  await installation.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when both visits are in the analytics. Uses a key of its own, because the requests count towards the rate limit. */
async function visitsCounted(): Promise<void> {
  const { apiKey } = JSON.parse(await readFile(join(folder, '.data/credentials.json'), 'utf8')) as Credentials
  const ask = async (path: string, key: string, init: RequestInit = {}) =>
    (
      await fetch(installation.url + path, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
    ).text()
  const { token } = JSON.parse(await ask('/tokens', apiKey, { method: 'POST', body: '{"name":"Watcher"}' })) as { token: string }
  await waitUntil(
    async () =>
      (await ask('/analytics?interval=24h', token)).startsWith('{"clicks":1,') &&
      (await ask('/analytics/excluded?interval=24h', token)).startsWith('[{'),
  )
}

test('every command prints what the README shows', async (t) => {
  const readme = await readFile(join(repositoryRoot, 'README.md'), 'utf8')
  const section = readme.slice(readme.indexOf('## First session'), readme.indexOf('## Project layout'))
  const blocks = [...section.matchAll(/^```(sh)?\n([^]*?)^```$/gm)].map(([, kind, text = '']) => ({ isCommand: kind === 'sh', text }))
  const commands = blocks.filter(({ isCommand }) => isCommand).map(({ text }) => text)
  const outputs = blocks.filter(({ isCommand }) => !isCommand).map(({ text }) => text)
  t.true(commands.length > 3 && outputs.length > 2)

  const port = await freePort()
  installation = startInstallation(join(folder, '.data'), port, { REDIS_PREFIX: `readme-${randomBytes(4).toString('hex')}` })
  await installation.ready
  const withPort = (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`)
  // The README waits a fixed time. The test waits until the visits are counted.
  const script = withPort(commands.join('\n'))
  t.true(script.includes('sleep 5'))
  const result = promisify(execFile)('sh', ['-c', script.replace('sleep 5', 'until [ -e counted ]; do sleep 0.1; done')], {
    cwd: folder,
    timeout: minutes(5),
  })
  await Promise.race([result, visitsCounted()])
  await writeFile(join(folder, 'counted'), '')
  t.is((await result).stdout, withPort(outputs.join('')))
})
