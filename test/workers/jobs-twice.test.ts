/** Every job changes exactly what its case names when it runs for the first time, and nothing when it runs again. */
import test from 'ava'
import { jobs } from '../../workers/jobs/index.js'
import { nameOf } from '../../workers/runtime/job-tables.js'
import { avoidMidnight } from '../support/avoid-midnight.js'
import { jobCases } from '../support/jobs-twice/cases/index.js'
import { openTwiceRunner } from '../support/jobs-twice/run-twice.js'

type Runner = Awaited<ReturnType<typeof openTwiceRunner>>

let runner: Runner
test.before(async () => {
  await avoidMidnight()
  runner = await openTwiceRunner()
})
test.after.always(() => runner?.close())

for (const name of jobs.map(nameOf)) {
  test.serial(`${name} makes its changes once`, async (t) => {
    const one = jobCases[name]
    if (!one) return t.fail(`add a case for ${name} to test/support/jobs-twice/cases`)
    t.is(Object.keys(one.changes).length === 0, one.unchanged !== undefined, 'a case changes something or says why not')
    const { first, second } = await runner.run(name, one)
    const found = Object.entries(first).map(([what, count]) => [what, one.changes[what] === 'some' && count > 0 ? 'some' : count])
    t.deepEqual(Object.fromEntries(found), one.changes)
    t.deepEqual(Object.keys(second).toSorted(), Object.keys(one.repeats ?? {}).toSorted(), 'the second run changes something else')
  })
}

test('every case is of a job', (t) => {
  const names = new Set(jobs.map(nameOf))
  t.deepEqual(
    Object.keys(jobCases).filter((name) => !names.has(name)),
    [],
  )
})
