/** The layer rules on resolved modules, and rules that need a resolver. Requires a build. */
import { isOurs, layerRules } from './dist/test/support/layers.js'

const ours = '^(api|workers|shared|migrations|test|bench)/'
const library = (name) => `(^|/)node_modules/${/[/-]$/.test(name) ? name : `${name}/`}`

const cruiserRules = layerRules.flatMap(({ name, files, allowed, internal, libraries }, index) => {
  // The first rule that matches a file applies, so later rules exclude it.
  const from = { path: files, pathNot: layerRules.slice(0, index).map((rule) => rule.files) }
  const permitted = internal ? [...allowed, files] : allowed
  const comment = `${name}: see the layer rules in CONTRIBUTING.md`
  return [
    { name: `layer: ${name}`, severity: 'error', comment, from, to: { path: ours, pathNot: permitted } },
    'only' in libraries
      ? {
          name: `libraries: ${name}`,
          severity: 'error',
          comment,
          from,
          to: { path: '(^|/)node_modules/', pathNot: libraries.only.map(library) },
        }
      : { name: `libraries: ${name}`, severity: 'error', comment, from, to: { path: libraries.never.map(library) } },
  ]
})

if (cruiserRules.length < 30 || !isOurs('shared/kernel/ids.ts')) throw new Error('the layer rules are incomplete')

export default {
  forbidden: [
    ...cruiserRules,
    {
      name: 'no cycle',
      severity: 'error',
      comment: 'Merge the two files, or move what both need into a third.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    // The test server of ClickHouse is a package of its own, whose engine is installed only where its tests run.
    { name: 'every import resolves', severity: 'error', from: { pathNot: '^test/clickhouse-server/' }, to: { couldNotResolve: true } },
    {
      name: 'no development dependency at run time',
      severity: 'error',
      from: { path: '^(api|workers|shared|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no test code at run time',
      severity: 'error',
      from: { path: '^(api|workers|shared|migrations)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no unused module',
      severity: 'error',
      comment: 'The module is not imported, and no command starts it.',
      from: { orphan: true, pathNot: ['/main\\.ts$', '/commands/', '\\.d\\.ts$', '\\.test\\.ts$'] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
}
