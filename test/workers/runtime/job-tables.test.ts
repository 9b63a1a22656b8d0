import test from 'ava'
import { z } from 'zod'
import { contract, event } from '../../../shared/kernel/queue/contract.js'
import { minutes } from '../../../shared/kernel/time.js'
import { job } from '../../../workers/job.js'
import { contracts, jobs } from '../../../workers/jobs/index.js'
import { jobTableErrors, jobTables } from '../../../workers/runtime/job-tables.js'

const sweep = contract({ name: 'links.sweep-dust', queue: 'bulk', payload: z.object({}) })
const swept = event({ name: 'links.swept', payload: z.object({}) })
const run = async () => undefined
const timeoutMs = minutes(1)
const row = job({ contract: sweep, timeoutMs, run })
const daily = (name: string, cron: string) => job({ name, queue: 'housekeeping', cron, timeoutMs, run })

test('the job tables are consistent', (t) => {
  t.deepEqual(jobTableErrors(jobs, contracts), [])
})

const invalidTables: [
  title: string,
  rows: Parameters<typeof jobTableErrors>[0],
  known: Parameters<typeof jobTableErrors>[1],
  message: string,
][] = [
  ['a contract without a row', [], [sweep], 'links.sweep-dust is a contract without a job'],
  ['a duplicate job', [row, row], [sweep], 'links.sweep-dust is defined twice'],
  ['an unlisted contract', [row], [], 'links.sweep-dust is not in the list of contracts'],
  [
    'a subscription to an unlisted event',
    [job({ on: swept, name: 'links.react', queue: 'events', timeoutMs, run })],
    [],
    'links.swept is not in the list of contracts',
  ],
  ['an invalid cron expression', [daily('links.nightly', '61 3 * * *')], [], 'links.nightly has an invalid cron expression: 61 3 * * *'],
  [
    'two daily jobs at the same minute',
    [daily('links.a', '20 3 * * *'), daily('links.b', '20 3 * * *')],
    [],
    'links.b runs at the same minute of the day as links.a',
  ],
  [
    'a schedule without a time',
    [job({ name: 'links.never', queue: 'bulk', timeoutMs, run })],
    [],
    'links.never needs either every or cron',
  ],
  ['a malformed name', [daily('Sweep', '1 1 * * *')], [], 'Sweep does not have the form domain.verb-object'],
]

for (const [title, rows, known, message] of invalidTables) {
  test(`the start refuses ${title}`, (t) => {
    t.true(jobTableErrors(rows, known).includes(message), jobTableErrors(rows, known).join('\n'))
    t.throws(() => jobTables(rows, known))
  })
}

test('an event may have no subscriber or many', (t) => {
  const react = (name: string) => job({ on: swept, name, queue: 'events', timeoutMs, run })
  t.deepEqual(jobTableErrors([], [swept]), [])
  t.deepEqual(jobTableErrors([react('links.react-one'), react('links.react-two')], [swept]), [])
})
