import { deleteUnusedFiles } from '../../shared/files/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const filesJobs = [
  job({
    name: 'files.delete-unused',
    queue: 'housekeeping',
    cron: '30 4 * * *',
    timeoutMs: minutes(30),
    ownTransaction: true,
    run: ({ scope }) => deleteUnusedFiles(scope),
  }),
]
