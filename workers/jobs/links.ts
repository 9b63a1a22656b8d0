import { minutes } from '../../shared/kernel/time.js'
import { batchesWithin, deleteUnclaimedLinks, emptyFolder, finishFolderDeletion, finishTagDeletion, takeTagOffLinks } from '../../shared/links/index.js'
import { job } from '../job.js'

export const linksJobs = [
  job({ name: 'links.delete-unclaimed', queue: 'housekeeping', every: minutes(1), within: minutes(1), run: ({ scope }) => deleteUnclaimedLinks(scope) }),
  job({ of: takeTagOffLinks, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishTagDeletion(scope, payload) }),
  job({ of: emptyFolder, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishFolderDeletion(scope, payload) }),
]
