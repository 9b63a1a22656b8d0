/** Runs dependency-cruiser with `.dependency-cruiser.mjs`. Fails on a violation, or when so few modules are found that a pass means nothing. */
import { cruise, format } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import config from '../.dependency-cruiser.mjs'

const minModules = 100
const { forbidden, options } = config
const result = await cruise(
  ['api', 'workers', 'shared', 'migrations', 'test'],
  { ...options, ruleSet: { forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
)
const { totalCruised, totalDependenciesCruised, error } = result.output.summary

console.log((await format(result.output, { outputType: 'err' })).output)
if (totalCruised < minModules || totalDependenciesCruised < 2 * minModules) {
  console.error(`Only ${totalCruised} modules with ${totalDependenciesCruised} imports were found: the rules were not applied.`)
  process.exit(1)
}
process.exit(error > 0 ? 1 : 0)
