/** Job contracts of the links domain. Each job processes many rows in batches and is idempotent. */
import { z } from 'zod'
import { operationJob } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'

export const detachDeletedTag = contract({
  name: 'links.detach-deleted-tag',
  queue: 'bulk',
  payload: z.object({ tagId: z.string() }),
  attempts: 20,
})
export const moveLinksToRenamedDomain = contract({
  name: 'links.move-links-to-renamed-domain',
  queue: 'bulk',
  payload: z.object({ domainId: z.string() }),
  attempts: 20,
})
export const deleteLinksOfDomain = contract({
  name: 'links.delete-links-of-domain',
  queue: 'bulk',
  payload: z.object({ domainId: z.string() }),
  attempts: 20,
})
export const moveLinksToWorkspace = contract({
  name: 'links.move-links-to-workspace',
  queue: 'bulk',
  payload: z.object({ domainId: z.string(), from: z.string(), to: z.string(), userId: z.string() }),
  attempts: 20,
})
export const detachDeletedFolder = contract({
  name: 'links.detach-deleted-folder',
  queue: 'bulk',
  payload: z.object({ folderId: z.string() }),
  attempts: 20,
})
export const createLinksInBulk = operationJob('links.create-in-bulk', 'bulk')
export const updateLinksInBulk = operationJob('links.update-in-bulk', 'bulk')
export const deleteLinksInBulk = operationJob('links.delete-in-bulk', 'bulk')
export const exportLinksToFile = operationJob('links.export', 'exports')
