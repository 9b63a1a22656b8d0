/**
 * Builds if any source has changed, then runs the given program:
 *
 * ```sh
 * node .ci/build.mjs                                      # only builds
 * node .ci/build.mjs dist/workers/commands/jobs.js [...]  # builds, then runs the program in this process
 * node .ci/build.mjs --unchecked dist/api/main.js [...]   # without type checks, and only what the program needs
 * ```
 *
 * The programs of the service are bundled; tests and tools for developers use the compiled modules. Checking for changes takes
 * milliseconds, running the compiler takes seconds. Plain JavaScript, because it runs before the build. Without sources, as in a container
 * image, it only runs the program.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const { include, compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))

/** What is built, each level with those before it. */
const levels = ['programs', 'modules', 'checked']
const isProgram = (path) => /^(api\/(main|cluster)|workers\/main|shared\/\w+\/commands\/[\w-]+|.*\.worker)\.(ts|js)$/.test(path)

const { needed, program, rest } = readArguments(process.argv.slice(2))
// The browser code is bundled instead of compiled file by file.
const browserFolders = ['console', 'portal', 'public'].map((name) => join(root, 'api', name))
const browserSources = browserFolders.flatMap(filesBelow)
const sources = include
  .flatMap((folder) => filesBelow(join(root, folder)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !browserFolders.some((folder) => file.startsWith(`${folder}/`)))
const bundlers = ['clients', 'options', 'programs'].map((name) => `.ci/bundle-${name}.mjs`)
const otherInputs = ['tsconfig.json', 'package.json', 'api/pages/styles.css', ...bundlers].map((name) => join(root, name))
const fingerprint = sources.length > 0 && fingerprintOf([...sources, ...browserSources, ...otherInputs])
if (fingerprint && !isBuilt()) {
  if (program) buildInChildProcess()
  else await build()
}
if (program) {
  const file = resolve(program)
  process.argv = [process.execPath, file, ...rest]
  await import(pathToFileURL(file).href)
}

/** `--build LEVEL` is how this program starts itself. */
function readArguments([first, ...others]) {
  if (first === '--build') return { needed: others[0], rest: [] }
  if (first !== '--unchecked') return { needed: 'checked', program: first, rest: others }
  const [program, ...rest] = others
  return { needed: program && isProgram(relative(dist, resolve(program))) ? 'programs' : 'modules', program, rest }
}

function isBuilt() {
  const [level, built] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  return built === fingerprint && levels.indexOf(level) >= levels.indexOf(needed)
}

/** In a child process, because the compiler takes 120 MB and the program may run for months. */
function buildInChildProcess() {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--build', needed], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

async function build() {
  if (!existsSync(join(root, 'node_modules/typescript')))
    fail('Not built, and the TypeScript compiler is not installed: run `npm ci` with the development dependencies.')
  const checked = needed === 'checked' || (needed === 'modules' && !(await stripTypes()))
  if (checked) {
    compile('tsconfig.json')
    compile('api/console/tsconfig.json')
  }
  await bundle()
  removeOrphans()
  writeFileSync(stamp, `${checked ? 'checked' : needed} ${fingerprint}`)
}

function compile(project) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, project)], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

async function bundle() {
  const { bundleClients } = await import('./bundle-clients.mjs')
  const { bundlePrograms } = await import('./bundle-programs.mjs')
  const programs = sources.map((source) => relative(root, source)).filter(isProgram)
  await Promise.all([bundleClients(join(root, 'api'), join(dist, 'clients')), bundlePrograms(root, programs, dist)])
}

/** Transpiles changed files one by one. Returns false on a syntax error, which the compiler reports better. */
async function stripTypes() {
  const { default: typescript } = await import('typescript')
  // The transpiler does not read package.json, so the module format must be given.
  const { options } = typescript.convertCompilerOptionsFromJson({ ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' }, root)
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

/** Deletes the output of deleted sources. Otherwise a deleted test would still run. */
function removeOrphans() {
  const expected = new Set(sources.map(outputOf))
  for (const folder of include) {
    for (const file of filesBelow(join(dist, folder))) if (!expected.has(file.replace(/\.map$/, ''))) rmSync(file)
  }
}

function outputOf(source) {
  return join(dist, relative(root, source)).replace(/\.ts$/, '.js')
}

function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${relative(root, file)} ${mtimeMs} ${size}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.includes('/node_modules/'))
    .sort()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
