/**
 * Bundles the browser clients into `dist/clients`: hashed assets below `assets/`, which the clients share, the page of each client that
 * loads them, and the style of the pages without scripts. Assets and pages are also stored compressed. Plain JavaScript, because it runs as
 * a part of the build.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** The folder of each client, which has a script, `main.tsx`, and a style, `styles.css`. */
const clients = { console: 'console', portal: 'portal', dashboard: 'public/dashboard', referrals: 'public/referrals' }
/** What a client reads first, whoever uses it: its page requests it while the scripts are loaded. */
const firstRequests = {
  console: ['/api/user?', '/api/workspaces?', '/api/user/platform-role?'],
  portal: ['/api/user?', '/api/partner-profile/accounts?'],
}
const pageStyle = 'pages/styles.css'

export async function bundleClients(source, output) {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      ...Object.entries(clients).flatMap(([name, folder]) => [
        { in: join(source, folder, 'main.tsx'), out: `${name}-main` },
        { in: join(source, folder, 'styles.css'), out: `${name}-styles` },
      ]),
      { in: join(source, pageStyle), out: 'pages-styles' },
    ],
    outdir: join(output, 'assets'),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome117', 'firefox121', 'safari17'],
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfig: join(source, 'console/tsconfig.json'),
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  rmSync(output, { recursive: true, force: true })
  mkdirSync(join(output, 'assets'), { recursive: true })
  for (const { path, contents } of outputFiles) write(join(output, 'assets', basename(path)), contents)
  const built = Object.entries(metafile.outputs)
  const outputOf = (path) => built.find(([, { entryPoint }]) => entryPoint?.endsWith(path))
  writeFileSync(join(output, 'pages.css'), outputFiles.find(({ path }) => basename(path).startsWith('pages-styles-')).contents)
  const template = readFileSync(join(source, 'console/page.html'), 'utf8')
  for (const [name, folder] of Object.entries(clients)) {
    const [style] = outputOf(`api/${folder}/styles.css`)
    write(
      join(output, `${name}.html`),
      pageOf(template.replace('STYLE', basename(style)), outputOf(`api/${folder}/main.tsx`), firstRequests[name] ?? []),
    )
  }
}

/** The page of a client preloads what its script imports and requests at once. */
function pageOf(template, [script, { imports }], requests) {
  const preloaded = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path))
  return template
    .replace('SCRIPT', basename(script))
    .replace(
      '<!-- PRELOADED -->',
      [
        ...preloaded.map((name) => `<link rel="modulepreload" href="/console/assets/${name}">`),
        ...requests.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
      ].join(''),
    )
}

function write(path, contents) {
  writeFileSync(path, contents)
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }))
}
