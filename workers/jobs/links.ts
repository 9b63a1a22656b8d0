import { errandGaveUp, workWithin } from '../../shared/errands/index.js'
import { hours, minutes, seconds } from '../../shared/kernel/time.js'
import {
  batchesWithin, createLinksInBulk, createLinksOfErrand, decideAbTests, deleteLinksInBulk, deleteLinksOfErrand, exportLinksInFile, exportLinksOfErrand, updateLinksInBulk, updateLinksOfErrand, deleteLinksOfDomain, deleteUnclaimedLinks, dropLinksPastRetention, emptyFolder, foldCountsOfLinks, finishDomainDeletion, finishFolderDeletion, finishRenaming, finishTagDeletion, finishTransfer, moveLinksToName,
  moveLinksToWorkspace, takeTagOffLinks, verifyDomains,
} from '../../shared/links/index.js'
import { job } from '../job.js'

const errand = { within: workWithin, ownTransaction: true, exhausted: errandGaveUp }

export const linksJobs = [
  job({ of: createLinksInBulk, ...errand, run: ({ scope, payload }) => createLinksOfErrand(scope, payload) }),
  job({ of: updateLinksInBulk, ...errand, run: ({ scope, payload }) => updateLinksOfErrand(scope, payload) }),
  job({ of: exportLinksInFile, ...errand, run: ({ scope, payload }) => exportLinksOfErrand(scope, payload) }),
  job({ of: deleteLinksInBulk, ...errand, run: ({ scope, payload }) => deleteLinksOfErrand(scope, payload) }),
  job({ name: 'links.delete-unclaimed', queue: 'housekeeping', every: minutes(1), within: minutes(1), run: ({ scope }) => deleteUnclaimedLinks(scope) }),
  job({ name: 'links.decide-ab-tests', queue: 'housekeeping', every: minutes(1), within: minutes(5), ownTransaction: true, run: ({ scope }) => decideAbTests(scope) }),
  job({ name: 'links.fold-counts', queue: 'housekeeping', every: seconds(20), within: minutes(5), ownTransaction: true, run: ({ scope }) => foldCountsOfLinks(scope) }),
  job({ of: takeTagOffLinks, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishTagDeletion(scope, payload) }),
  job({ of: emptyFolder, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishFolderDeletion(scope, payload) }),
  job({ of: moveLinksToName, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishRenaming(scope, payload) }),
  job({ of: deleteLinksOfDomain, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishDomainDeletion(scope, payload) }),
  job({ of: moveLinksToWorkspace, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => finishTransfer(scope, payload) }),
  job({ name: 'links.verify-domains', queue: 'housekeeping', cron: '0 * * * *', within: minutes(10), ownTransaction: true, run: ({ scope }) => verifyDomains(scope) }),
  job({ name: 'links.drop-past-retention', queue: 'housekeeping', every: hours(12), within: hours(1), ownTransaction: true, run: ({ scope }) => dropLinksPastRetention(scope) }),
]
