import test from 'ava'
import { z } from 'zod'
import { contract, event } from '../../../shared/kernel/queue/contract.js'
import { minutes } from '../../../shared/kernel/time.js'
import { job } from '../../../workers/job.js'
import { jobs } from '../../../workers/jobs/index.js'
import { contractsOf, jobTableErrors, jobTables } from '../../../workers/runtime/job-tables.js'

const sweep = contract({ name: 'links.sweep-dust', queue: 'bulk', payload: z.object({}) })
const swept = event({ name: 'links.swept', payload: z.object({}) })
const run = async () => undefined
const timeoutMs = minutes(1)
const row = job({ contract: sweep, timeoutMs, run })
const daily = (name: string, cron: string) => job({ name, queue: 'housekeeping', cron, timeoutMs, run })

test('the job tables are consistent', (t) => {
  t.deepEqual(jobTableErrors(jobs), [])
})

const invalidTables: [title: string, rows: Parameters<typeof jobTableErrors>[0], message: string][] = [
  ['a duplicate job', [row, row], 'links.sweep-dust is defined twice'],
  ['an invalid cron expression', [daily('links.nightly', '61 3 * * *')], 'links.nightly has an invalid cron expression: 61 3 * * *'],
  [
    'two daily jobs at the same minute',
    [daily('links.a', '20 3 * * *'), daily('links.b', '20 3 * * *')],
    'links.b runs at the same minute of the day as links.a',
  ],
  ['a schedule without a time', [job({ name: 'links.never', queue: 'bulk', timeoutMs, run })], 'links.never needs either every or cron'],
  ['a malformed name', [daily('Sweep', '1 1 * * *')], 'Sweep does not have the form domain.verb-object'],
]

for (const [title, rows, message] of invalidTables) {
  test(`the start refuses ${title}`, (t) => {
    t.true(jobTableErrors(rows).includes(message), jobTableErrors(rows).join('\n'))
    t.throws(() => jobTables(rows))
  })
}

test('an event may have many subscribers', (t) => {
  const react = (name: string) => job({ on: swept, name, queue: 'events', timeoutMs, run })
  t.deepEqual(jobTableErrors([react('links.react-one'), react('links.react-two')]), [])
  t.deepEqual(contractsOf([react('links.react-one'), react('links.react-two'), row]), [swept, sweep])
})
