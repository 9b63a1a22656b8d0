/** The first session of the read-me, letter by letter, on a fresh start. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { freePort, install, type Installation, lives } from '../support/installation.js'
import { top } from '../support/source-tree.js'

let folder: string
let installation: Installation

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-readme-'))
})
test.after.always(async () => {
  installation.process.kill('SIGTERM')
  await installation.ended
  for (const { pid } of installation.family()) if (lives(pid)) process.kill(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

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
  const { stdout } = await promisify(execFile)('sh', ['-c', here(commands.join('\n'))], { cwd: folder })
  t.is(stdout, here(answers.join('')))
})
