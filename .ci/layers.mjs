/** Cruises the program by `.dependency-cruiser.mjs` and fails when a rule is broken or when too little was seen to trust a pass. */
import { cruise, format } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import config from '../.dependency-cruiser.mjs'

const leastModules = 100
const { forbidden, options } = config
const result = await cruise(
  ['api', 'workers', 'shared', 'migrations', 'test'],
  { ...options, ruleSet: { forbidden }, validate: true },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
)
const { totalCruised, totalDependenciesCruised, error } = result.output.summary

console.log((await format(result.output, { outputType: 'err' })).output)
if (totalCruised < leastModules || totalDependenciesCruised < 2 * leastModules) {
  console.error(`Only ${totalCruised} modules with ${totalDependenciesCruised} imports were seen: the rules passed without looking.`)
  process.exit(1)
}
process.exit(error > 0 ? 1 : 0)
