/** The worked examples of CONTRIBUTING.md fit the program as it is now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import ts from 'typescript'
import { repositoryRoot } from './support/source-tree.js'

const paper = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8')
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** The program with the examples in it: path -> text. New files as they are, entries at the end of their tables, names on the faces. */
const examples = new Map<string, string>()
for (const [, path = '', text = ''] of paper.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)) {
  const before = examples.get(path) ?? (ts.sys.fileExists(join(repositoryRoot, path)) ? read(path) : '')
  const [, name, face, entry] = /^import \{ (\w+), \.\.\. \} from ('.+')\n\n([^]+)$/.exec(text) ?? []
  if (entry) examples.set(path, before.replace(`} from ${face}`, `  ${name},\n} from ${face}`).replace(/\n\]\n$/, `\n${entry}]\n`))
  else if (text.startsWith('export')) examples.set(path, before + text)
  else examples.set(path, text)
}

test('the examples compile in their places', (t) => {
  t.deepEqual([...examples.keys()].sort(), [
    'api/routes/links.ts',
    'shared/links/archive-expired-links.ts',
    'shared/links/archive-link.ts',
    'shared/links/index.ts',
    'workers/jobs/links.ts',
  ])
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(repositoryRoot, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    repositoryRoot,
  )
  const host = ts.createCompilerHost(options)
  const onDisk = { fileExists: host.fileExists, readFile: host.readFile }
  const overlay = (file: string) => examples.get(file.slice(repositoryRoot.length))
  host.fileExists = (file) => overlay(file) !== undefined || onDisk.fileExists(file)
  host.readFile = (file) => overlay(file) ?? onDisk.readFile(file)
  const program = ts.createProgram({
    rootNames: [...examples.keys()].map((path) => join(repositoryRoot, path)),
    options: { ...options, noEmit: true, incremental: false, composite: false },
    host,
  })
  const faults = [...examples.keys()].flatMap((path) => {
    const file = program.getSourceFile(join(repositoryRoot, path))
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
  t.deepEqual(faults, [])
})
