/** `npm run import`, with a service that runs in this process. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { parseImportArguments, UsageError } from '../../../shared/imports/terminal/import-arguments.js'
import { importFromTerminal } from '../../../shared/imports/terminal/import-from-terminal.js'
import { progressLine } from '../../../shared/imports/terminal/progress-bar.js'
import { serviceClient } from '../../../shared/imports/terminal/service-client.js'
import { type TestApi, testApi } from '../../support/api.js'
import { runQueuedJobs } from '../../support/jobs.js'

let api: TestApi
let directory: string
test.before(async () => {
  api = await testApi()
  directory = await mkdtemp(join(tmpdir(), 'tributary-terminal-'))
})
test.after.always(() => api.close())

/** Runs the command while jobs are processed, and returns its exit code and output. */
async function run(args: string[], key: string, answer?: boolean) {
  const lines: string[] = []
  const terminal = {
    isInteractive: answer !== undefined,
    print: (text: string) => lines.push(text),
    confirm: (question: string) => Promise.resolve(lines.push(question) > 0 && answer === true),
    progress: { write: (text: string) => lines.push(text) },
  }
  const arguments_ = parseImportArguments([...args, '--errors', join(directory, 'errors.csv')], {})
  let isOver = false
  const command = importFromTerminal(serviceClient(api.url, key), arguments_, terminal).finally(() => (isOver = true))
  const worker = async () => {
    while (!isOver) {
      await runQueuedJobs(api.resources)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const [code] = await Promise.all([command, worker()])
  return { code, output: lines.join('\n') }
}

test.serial('a file is counted, imported after a confirmation, and undone; the exit code shows whether rows were refused', async (t) => {
  const { workspace, key } = await api.make.caller({ plan: 'enterprise' })
  const { slug } = await api.make.domain(workspace)
  const file = join(directory, 'links.csv')
  await writeFile(file, `link,url\n${slug}/a,https://example.com/a\n${slug}/b,\n`)
  const command = ['csv', '--into', workspace.slug, '--file', file]
  const count = async () => (await api.call('GET /links/count', { key })).body

  const declined = await run(command, key, false)
  t.is(declined.code, 0)
  t.regex(declined.output, /to create {2}here already {2}refused\n[^\n]+\nlink +1 +0 +1[^]*Import into/)
  t.is(await count(), 0)

  const imported = await run(command, key, true)
  t.is(imported.code, 3)
  t.regex(imported.output, /\[#{30}\] 100 % {2}2 of 2, 1 not imported/)
  t.regex(await readFile(join(directory, 'errors.csv'), 'utf8'), /^row,entity,[^]*\n2,link,.*destination/)
  t.is(await count(), 1)

  const importId = /undo (imp_\w+)/.exec(imported.output)?.[1] ?? ''
  const undone = await run(['undo', importId, '--into', workspace.slug], key)
  t.is(undone.code, 0)
  t.regex(undone.output, /Deleted objects: 1/)
  t.is(await count(), 0)
})

test.serial('a refused import exits with 1 and the reason', async (t) => {
  const { workspace, key } = await api.make.caller()
  await t.throwsAsync(run(['yourls', '--token', 'x', '--into', workspace.slug], key), { message: /^apiUrl is required/ })
  await t.throwsAsync(run(['dub', '--token', 'x', '--into', 'missing'], key), { message: /not found/ })
})

test('a wrong command line is explained', (t) => {
  for (const args of [[], ['nothing'], ['csv'], ['undo'], ['dub', '--nothing'], ['dub', '--domain', 'bit.ly']])
    t.throws(() => parseImportArguments(args, {}), { instanceOf: UsageError })
  t.like(parseImportArguments(['dub', '--domain', 'a.b=c.d'], { IMPORT_TOKEN: 'secret' }), { token: 'secret', domains: { 'a.b': 'c.d' } })
})

test('the progress is a bar if the number of objects is known', (t) => {
  t.is(
    progressLine({ done: 1200, failed: 50, total: 5000, state: 'active' }),
    `[${'#'.repeat(8)}${'-'.repeat(22)}]  25 %  1,250 of 5,000, 50 not imported`,
  )
  t.is(progressLine({ done: 3, failed: 0, total: null, state: 'active' }), 'running: 3')
})
