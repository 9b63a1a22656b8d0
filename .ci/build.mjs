/**
 * Builds if any source has changed, then runs the given program:
 *
 * ```sh
 * node .ci/build.mjs                                # checks the types and builds everything
 * node .ci/build.mjs dist/api/commands/routes.js    # builds what the program needs, then runs it in this process
 * ```
 *
 * The programs of the service are bundled; tests and tools for developers use the compiled modules. Checking the types takes ten times as
 * long as the rest. Plain JavaScript, because it runs before the build. Without sources, as in a container image, it only runs the
 * program.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))

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
function readArguments([first, ...rest]) {
  if (first === '--build') return { needed: rest[0], rest: [] }
  if (!first) return { needed: 'checked', rest }
  return { needed: isProgram(relative(dist, resolve(first))) ? 'programs' : 'modules', program: first, rest }
}

function isBuilt() {
  const [level, built] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  return built === fingerprint && levels.indexOf(level) >= levels.indexOf(needed)
}

/** In a child process, because it takes memory and the program may run for months. */
function buildInChildProcess() {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--build', needed], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

async function build() {
  if (!existsSync(join(root, 'node_modules/esbuild')))
    fail('Not built, and the compiler is not installed: run `npm ci` with the development dependencies.')
  if (needed === 'checked') ['tsconfig.json', 'api/console/tsconfig.json'].forEach(checkTypes)
  if (needed !== 'programs') await stripTypes()
  await bundle()
  removeOrphans()
  writeFileSync(stamp, `${needed} ${fingerprint}`)
}

function checkTypes(project) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, project)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Compiles each file on its own, except the programs, which are bundled. */
async function stripTypes() {
  const esbuild = await import('esbuild')
  const { nodeBundle } = await import('./bundle-options.mjs')
  const options = { ...nodeBundle, bundle: false, splitting: false, sourcemap: true }
  const modules = sources.filter((source) => !isProgram(relative(root, source)))
  await esbuild.build({ absWorkingDir: root, entryPoints: modules, outdir: dist, outbase: root, ...options })
}

async function bundle() {
  const { bundleClients } = await import('./bundle-clients.mjs')
  const { bundlePrograms } = await import('./bundle-programs.mjs')
  const programs = sources.map((source) => relative(root, source)).filter(isProgram)
  await Promise.all([bundleClients(join(root, 'api'), join(dist, 'clients')), bundlePrograms(root, programs, dist)])
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
