/** Compiles the examples of CONTRIBUTING.md against the current code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import ts from 'typescript'
import { repositoryRoot } from './support/source-tree.js'

const contributing = readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8')
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8')

/** Source files with the examples applied, by path. An example is a new file, exports of an `index.ts`, or a table entry with its import. */
const examples = new Map<string, string>()
for (const [, path = '', text = ''] of contributing.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)) {
  const before = examples.get(path) ?? (ts.sys.fileExists(join(repositoryRoot, path)) ? read(path) : '')
  examples.set(path, applyExample(before, text))
}

function applyExample(before: string, text: string): string {
  if (text.startsWith('export')) return before + text
  const [, importLine = '', entry] = /^(import .+)\n\n( [^]+)$/.exec(text) ?? []
  if (!entry) return text
  const [, name, source] = /^import \{ (\w+), \.\.\. \} from ('.+')$/.exec(importLine) ?? []
  const withImport = name ? before.replace(`} from ${source}`, `  ${name},\n} from ${source}`) : `${importLine}\n${before}`
  return withImport.replace(/\n\]\n/, `\n${entry}]\n`)
}

test('the examples compile', (t) => {
  t.deepEqual([...examples.keys()].sort(), [
    'api/routes/links.ts',
    'shared/integrations/providers/example-shop.ts',
    'shared/integrations/providers/index.ts',
    'shared/links/archive-expired-links.ts',
    'shared/links/archive-link.ts',
    'shared/links/archived-links.queries.ts',
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
  const errors = [...examples.keys()].flatMap((path) => {
    const file = program.getSourceFile(join(repositoryRoot, path))
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    )
  })
  t.deepEqual(errors, [])
})

test('the examples of table entries are imported and inserted', (t) => {
  for (const [path, name] of [
    ['api/routes/links.ts', 'archiveLink'],
    ['workers/jobs/links.ts', 'archiveExpiredLinks'],
    ['shared/integrations/providers/index.ts', 'exampleShop'],
  ] as const)
    t.true((examples.get(path)?.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length >= 2, path)
})
