/**
 * Bundles the compiled tests, the code that they test and most libraries into `dist/bundled-tests`. Loading some 3,000 modules takes a
 * process 1.5 s of CPU time, loading the bundle a third of that, and the suite starts a process for each of some 300 files. Plain
 * JavaScript, like the other parts of the build.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { nodeBundle, outside, requireOfNode } from './bundle-options.mjs'

/** Libraries that only tests use, and those that the code imports on demand. */
const external = [
  ...outside,
  ...['ava', 'axe-core', 'fast-check', 'playwright-core', 'dub', 'mem0ai'],
  ...['@aws-sdk/*', '@clickhouse/*', '@electric-sql/*', 'undici', 'yauzl', 'yazl'],
]

export async function bundleTests(dist) {
  const output = join(dist, 'bundled-tests')
  const tests = join(dist, 'test')
  rmSync(output, { recursive: true, force: true })
  const entryPoints = readdirSync(tests, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.test.js'))
    .map(({ name, path, parentPath = path }) => join(parentPath, name))
  await build({
    entryPoints,
    outdir: output,
    outbase: tests,
    ...nodeBundle,
    external,
    plugins: [originalLocations(dist)],
    banner: { js: requireOfNode },
  })
}

/** Modules find files relative to where they were compiled, not to the bundle. */
function originalLocations(dist) {
  return {
    name: 'original-locations',
    setup(build) {
      build.onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(dist)) return undefined
        const contents = readFileSync(path, 'utf8')
        return {
          contents: contents
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
        }
      })
    },
  }
}
