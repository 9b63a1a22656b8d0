/** `npm run jobs`: prints all queues and all jobs. */
import { queueKinds } from '../../shared/kernel/queue-kinds.js'
import { textTable } from '../../shared/kernel/text-table.js'
import { contracts, jobs, standingJobs } from '../jobs/index.js'
import { jobTables } from '../runtime/tables.js'
import { jobCells, jobHead, standingCells } from './job-cells.js'

const { rows } = jobTables(jobs, contracts)
const queues = Object.entries(queueKinds).map(([name, { concurrency, meaning }]) => [name, String(concurrency), meaning])

console.log(textTable(['Queue', 'At once', 'For'], queues))
console.log(
  `\n${textTable(jobHead, [...rows.map(jobCells), ...standingJobs.map(standingCells)])}\n\n${rows.length + standingJobs.length} jobs.`,
)
