/** `npm run jobs`: prints all queues and jobs. */
import { queueKinds } from '../../shared/kernel/queue/queue-kinds.js'
import { textTable } from '../../shared/kernel/text-table.js'
import { jobs } from '../jobs/index.js'
import { jobTables } from '../runtime/job-tables.js'
import { jobCells, jobHead } from './job-cells.js'

const { rows } = jobTables(jobs)
const queues = Object.entries(queueKinds).map(([name, { concurrency, description }]) => [name, String(concurrency), description])

console.log(textTable(['Queue', 'Concurrency', 'Purpose'], queues))
console.log(`\n${textTable(jobHead, rows.map(jobCells))}\n\n${rows.length} jobs.`)
