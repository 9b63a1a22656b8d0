/** The first session of the read-me, letter by letter, on a fresh start. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import type { Credentials } from '../../shared/kernel/credentials.js'
import { minutes } from '../../shared/kernel/time.js'
import { freePort, install, type Installation } from '../support/installation.js'
import { top } from '../support/source-tree.js'
import { until } from '../support/until.js'

let folder: string
let installation: Installation

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-readme-'))
})
test.after.always(async () => {
  await installation.end()
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when both visits are in the figures. Asks under a key of its own: that of the session may ask so often a second. */
async function counted(): Promise<void> {
  const { apiKey } = JSON.parse(await readFile(join(folder, '.data/credentials.json'), 'utf8')) as Credentials
  const ask = async (path: string, key: string, init: RequestInit = {}) =>
    (
      await fetch(installation.url + path, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
    ).text()
  const { token } = JSON.parse(await ask('/tokens', apiKey, { method: 'POST', body: '{"name":"Watcher"}' })) as { token: string }
  await until(
    async () =>
      (await ask('/analytics?interval=24h', token)).startsWith('{"clicks":1,') &&
      (await ask('/analytics/excluded?interval=24h', token)).startsWith('[{'),
  )
}

test('every command answers what the page says', async (t) => {
  const page = await readFile(join(top, 'README.md'), 'utf8')
  const session = page.slice(page.indexOf('## A first session'), page.indexOf('## The house'))
  const blocks = [...session.matchAll(/^```(sh)?\n([^]*?)^```$/gm)].map(([, kind, text = '']) => ({ isCommand: kind === 'sh', text }))
  const commands = blocks.filter(({ isCommand }) => isCommand).map(({ text }) => text)
  const answers = blocks.filter(({ isCommand }) => !isCommand).map(({ text }) => text)
  t.true(commands.length > 3 && answers.length > 2)

  const port = await freePort()
  installation = install(join(folder, '.data'), port, { REDIS_PREFIX: `readme-${randomBytes(4).toString('hex')}` })
  await installation.ready
  const here = (text: string) => text.replaceAll('localhost:3000', `localhost:${port}`)
  // Where the page says how long it takes at most on a machine of one's own, this waits for what it takes here.
  const script = here(commands.join('\n'))
  t.true(script.includes('sleep 5'))
  const told = promisify(execFile)('sh', ['-c', script.replace('sleep 5', 'until [ -e counted ]; do sleep 0.1; done')], {
    cwd: folder,
    timeout: minutes(5),
  })
  await Promise.race([told, counted()])
  await writeFile(join(folder, 'counted'), '')
  t.is((await told).stdout, here(answers.join('')))
})
