/**
 * Bundles the web console into `dist/console`: hashed assets below `assets/`, each also compressed, and the page that loads them. Plain
 * JavaScript, because it runs as a part of the build.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

export async function bundleConsole(source, output) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(source, 'main.tsx'), join(source, 'styles.css')],
    outdir: join(output, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome117', 'firefox121', 'safari17'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(source, 'tsconfig.json'),
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  rmSync(output, { recursive: true, force: true })
  mkdirSync(join(output, 'assets'), { recursive: true })
  for (const { path, contents } of outputFiles) write(path, contents)
  const names = Object.entries(metafile.outputs)
  const entry = (name) => names.find(([, { entryPoint }]) => entryPoint?.endsWith(name))
  const [script, { imports }] = entry('main.tsx')
  const [style] = entry('styles.css')
  const preloaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path))
  const page = readFileSync(join(source, 'page.html'), 'utf8')
    .replace('SCRIPT', basename(script))
    .replace('STYLE', basename(style))
    .replace('<!-- PRELOADED -->', preloaded.map((name) => `<link rel="modulepreload" href="/console/assets/${name}">`).join(''))
  write(join(output, 'page.html'), page)
}

function write(path, contents) {
  writeFileSync(path, contents)
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }))
}
