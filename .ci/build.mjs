/**
 * Compiles what changed since the last time, then goes on with the program that was named:
 *
 * ```sh
 * node .ci/build.mjs                                      # only builds
 * node .ci/build.mjs dist/workers/commands/jobs.js [...]  # builds, then becomes that program
 * node .ci/build.mjs --unchecked dist/api/main.js [...]   # the same without type checks: a third of the time
 * ```
 *
 * Looking whether anything changed takes milliseconds, asking the compiler takes seconds. Plain JavaScript, because it runs before anything
 * is compiled.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const top = fileURLToPath(new URL('..', import.meta.url))
const dist = join(top, 'dist')
const stamp = join(dist, '.built')
const { include, compilerOptions } = JSON.parse(readFileSync(join(top, 'tsconfig.json'), 'utf8'))

const words = process.argv.slice(2)
const unchecked = words[0] === '--unchecked'
const [program, ...rest] = unchecked ? words.slice(1) : words
const sources = include.flatMap((folder) => filesBelow(join(top, folder))).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
const fingerprint = fingerprintOf([...sources, join(top, 'tsconfig.json'), join(top, 'package.json')])
if (!isBuilt()) {
  if (program) buildApart()
  else await build()
}
if (program) {
  const file = resolve(program)
  process.argv = [process.execPath, file, ...rest]
  await import(pathToFileURL(file).href)
}

function isBuilt() {
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  return built === `checked ${fingerprint}` || (unchecked && built === `unchecked ${fingerprint}`)
}

/** In a process of its own: the compiler takes 120 MB, and the program may run for months. */
function buildApart() {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...(unchecked ? ['--unchecked'] : [])], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

async function build() {
  if (!existsSync(join(top, 'node_modules/typescript')))
    refuse('The program is not built and the compiler is not installed: run `npm ci` with the development packages.')
  const stripped = unchecked && (await stripTypes())
  if (!stripped) compile()
  removeOrphans()
  writeFileSync(stamp, `${stripped ? 'unchecked' : 'checked'} ${fingerprint}`)
}

function compile() {
  const { status } = spawnSync(process.execPath, [join(top, 'node_modules/typescript/bin/tsc'), '-p', join(top, 'tsconfig.json')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

/** One file at a time and only the newer ones; false when a file does not even parse, which the compiler explains better. */
async function stripTypes() {
  const { default: typescript } = await import('typescript')
  // A file alone does not see that the package is of modules.
  const { options } = typescript.convertCompilerOptionsFromJson({ ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' }, top)
  for (const file of sources) {
    const output = outputOf(file)
    if (existsSync(output) && statSync(output).mtimeMs > statSync(file).mtimeMs) continue
    const { outputText, sourceMapText, diagnostics } = typescript.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: options,
      fileName: file,
      reportDiagnostics: true,
    })
    if (diagnostics.length > 0) return false
    mkdirSync(dirname(output), { recursive: true })
    writeFileSync(`${output}.map`, sourceMapText)
    writeFileSync(output, outputText)
  }
  return true
}

/** The compiler leaves the output of a source that is gone; a removed test would run for ever. */
function removeOrphans() {
  const wanted = new Set(sources.map(outputOf))
  for (const folder of include) {
    for (const file of filesBelow(join(dist, folder))) if (!wanted.has(file.replace(/\.map$/, ''))) rmSync(file)
  }
}

function outputOf(source) {
  return join(dist, relative(top, source)).replace(/\.ts$/, '.js')
}

function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${relative(top, file)} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}
