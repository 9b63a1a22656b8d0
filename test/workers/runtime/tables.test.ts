import test from 'ava'
import { z } from 'zod'
import { contract, event } from '../../../shared/kernel/contract.js'
import { minutes } from '../../../shared/kernel/time.js'
import { job } from '../../../workers/job.js'
import { contracts, jobs } from '../../../workers/jobs/index.js'
import { faultsOf, jobTables } from '../../../workers/runtime/tables.js'

const sweep = contract({ name: 'links.sweep-dust', queue: 'bulk', payload: z.object({}) })
const swept = event({ name: 'links.swept', payload: z.object({}) })
const run = async () => undefined
const within = minutes(1)
const row = job({ of: sweep, within, run })
const daily = (name: string, cron: string) => job({ name, queue: 'housekeeping', cron, within, run })

test('the tables of the program itself are without fault', (t) => {
  t.deepEqual(faultsOf(jobs, contracts), [])
})

const refusals: [title: string, rows: Parameters<typeof faultsOf>[0], known: Parameters<typeof faultsOf>[1], fault: string][] = [
  ['a contract without a row', [], [sweep], 'links.sweep-dust is a contract without a row'],
  ['a row twice', [row, row], [sweep], 'links.sweep-dust stands twice in the tables'],
  ['a contract that is not on the list', [row], [], 'links.sweep-dust is not on the list of contracts'],
  [
    'a subscription to an unlisted event',
    [job({ on: swept, name: 'links.react', queue: 'events', within, run })],
    [],
    'links.swept is not on the list of contracts',
  ],
  [
    'a cron text that does not parse',
    [daily('links.nightly', '61 3 * * *')],
    [],
    'links.nightly has a cron text that does not parse: 61 3 * * *',
  ],
  [
    'two daily rows at one minute',
    [daily('links.a', '20 3 * * *'), daily('links.b', '20 3 * * *')],
    [],
    'links.b runs at the same minute of the day as links.a',
  ],
  ['a schedule without a time', [job({ name: 'links.never', queue: 'bulk', within, run })], [], 'links.never needs either every or cron'],
  ['a name of another form', [daily('Sweep', '1 1 * * *')], [], 'Sweep is not of the form domain.verb-object'],
]

for (const [title, rows, known, fault] of refusals) {
  test(`the start refuses ${title}`, (t) => {
    t.true(faultsOf(rows, known).includes(fault), faultsOf(rows, known).join('\n'))
    t.throws(() => jobTables(rows, known))
  })
}

test('an event may have no subscriber or many', (t) => {
  const react = (name: string) => job({ on: swept, name, queue: 'events', within, run })
  t.deepEqual(faultsOf([], [swept]), [])
  t.deepEqual(faultsOf([react('links.react-one'), react('links.react-two')], [swept]), [])
})
