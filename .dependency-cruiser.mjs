/** The import ladder once more, on resolved modules: what a path on paper allows, and what only a resolver can see. Build first. */
import { isOurs, rooms } from './dist/test/support/ladder.js'

const ours = '^(api|workers|shared|migrations|test|bench)/'
const library = (name) => `(^|/)node_modules/${/[/-]$/.test(name) ? name : `${name}/`}`

const ladderRules = rooms.flatMap(({ name, files, may, itself, libraries }, at) => {
  // A file belongs to the first room that fits, so later rooms leave it out.
  const from = { path: files, pathNot: rooms.slice(0, at).map((room) => room.files) }
  const allowed = itself ? [...may, files] : may
  const comment = `${name}: see "Who may import whom" in CONTRIBUTING.md`
  return [
    { name: `ladder: ${name}`, severity: 'error', comment, from, to: { path: ours, pathNot: allowed } },
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

if (ladderRules.length < 30 || !isOurs('shared/kernel/ids.ts')) throw new Error('the ladder has lost its rules')

export default {
  forbidden: [
    ...ladderRules,
    {
      name: 'no cycle',
      severity: 'error',
      comment: 'Two files that need each other are one file, or need a third.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'nothing that runs needs a development library',
      severity: 'error',
      from: { path: '^(api|workers|shared|migrations)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no test in the program',
      severity: 'error',
      from: { path: '^(api|workers|shared|migrations)/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'nothing unused',
      severity: 'error',
      comment: 'A module that nobody imports and that no command starts.',
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
