import { minutes } from '../../shared/kernel/time.js'
import { deleteUnclaimedLinks } from '../../shared/links/index.js'
import { job } from '../job.js'

export const linksJobs = [
  job({ name: 'links.delete-unclaimed', queue: 'housekeeping', every: minutes(1), within: minutes(1), run: ({ scope }) => deleteUnclaimedLinks(scope) }),
]
