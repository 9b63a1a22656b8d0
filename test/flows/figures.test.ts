/**
 * Random events, and random changes of links, customers, partners and attribution in between: every figure of the API must equal a count of
 * the single events. FIGURES_SEED sets other seeds (`4,5,6`); FIGURES_STEPS sets the length of a run.
 */
import test from 'ava'
import { type TestApi, testApi } from '../support/api.js'
import { avoidMidnight } from '../support/avoid-midnight.js'
import { changeAbTest } from '../support/figures/ab-tests.js'
import { changeAttribution, deleteCustomer, maintainRollups, mergeCustomers, movePartner } from '../support/figures/changes.js'
import { makeCode, orderWithCode } from '../support/figures/codes.js'
import { compareBounties } from '../support/figures/compare-bounties.js'
import {
  compareCommissions,
  compareCustomers,
  compareEvents,
  compareExcluded,
  compareLinks,
  comparePartners,
  comparePayouts,
  verify,
} from '../support/figures/compare.js'
import { refund, trackAnyLead, trackInvalidSale, trackSale } from '../support/figures/conversions.js'
import { makeAnyCustomer } from '../support/figures/customers.js'
import { type Difference, textOf } from '../support/figures/differences.js'
import { changeLink, makeLink } from '../support/figures/links.js'
import { enterConversion } from '../support/figures/manual.js'
import { changeBan, changePayout, changeReward, collectPayouts, confirmPayouts, setCommissionStatus } from '../support/figures/payouts.js'
import { compareQuestion } from '../support/figures/questions.js'
import { openSimulation, type Simulation } from '../support/figures/simulation.js'
import { ingestOldClick, visitAnyLink } from '../support/figures/visits.js'
import { seededRandom } from '../support/shop/random.js'

const seeds = (process.env.FIGURES_SEED ?? '1,2,3').split(',').map(Number)
const steps = Number(process.env.FIGURES_STEPS ?? 120)
const phases = 3
const questionsPerPhase = 40

let api: TestApi
test.before(async () => {
  api = await testApi({ TRUST_PROXY: '1' })
})
test.after.always(() => api.close())

/** How often each action is taken. */
const weights = new Map<(simulation: Simulation) => Promise<void>, number>([
  [visitAnyLink, 5],
  [ingestOldClick, 2],
  [trackAnyLead, 4],
  [trackSale, 4],
  [refund, 2],
  [changeLink, 2],
  [mergeCustomers, 1],
  [deleteCustomer, 1],
  [changeAttribution, 1],
  [movePartner, 1],
  [changeReward, 2],
  [makeCode, 1],
  [orderWithCode, 2],
  [enterConversion, 2],
  [changeAbTest, 1],
  [makeAnyCustomer, 1],
  [trackInvalidSale, 1],
  [changeBan, 1],
  [setCommissionStatus, 2],
  [collectPayouts, 2],
  [confirmPayouts, 1],
  [changePayout, 2],
  [maintainRollups, 4],
])
const actions = [...weights].flatMap(([action, weight]) => Array.from({ length: weight }, () => action))

async function differences(simulation: Simulation): Promise<Difference[]> {
  const found = await Promise.all([
    comparePartners(simulation),
    compareCommissions(simulation),
    comparePayouts(simulation),
    compareCustomers(simulation),
    compareBounties(simulation),
    verify(simulation),
    ...simulation.workspaces.flatMap(({ id }) => [
      compareLinks(simulation, id),
      compareEvents(simulation, id),
      compareExcluded(simulation, id),
    ]),
  ])
  for (let count = 0; count < questionsPerPhase; count++) found.push(await compareQuestion(simulation))
  return found.flat()
}

for (const seed of seeds)
  test.serial(`every figure equals a count of the single events (seed ${seed})`, async (t) => {
    t.timeout(600_000)
    await avoidMidnight()
    const simulation = await openSimulation(api, seededRandom(seed))
    t.teardown(() => t.passed || t.log(simulation.log.slice(-20).join('\n')))
    for (const workspace of simulation.workspaces) for (let count = 0; count < 4; count++) await makeLink(simulation, workspace.id)
    for (let phase = 0; phase < phases; phase++) {
      for (let step = 0; step < steps / phases; step++) await simulation.random.pick(actions)(simulation)
      t.deepEqual((await differences(simulation)).map(textOf), [])
    }
  })
