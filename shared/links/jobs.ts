/** Job contracts of the links domain. Each job processes many rows in batches and is idempotent. */
import { z } from 'zod'
import { backgroundOperationPayload } from '../background-operations/index.js'
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
export const createLinksInBulk = contract({
  name: 'links.create-in-bulk',
  queue: 'bulk',
  payload: backgroundOperationPayload,
  attempts: 10,
})
export const updateLinksInBulk = contract({
  name: 'links.update-in-bulk',
  queue: 'bulk',
  payload: backgroundOperationPayload,
  attempts: 10,
})
export const deleteLinksInBulk = contract({
  name: 'links.delete-in-bulk',
  queue: 'bulk',
  payload: backgroundOperationPayload,
  attempts: 10,
})
export const exportLinksToFile = contract({ name: 'links.export', queue: 'exports', payload: backgroundOperationPayload, attempts: 10 })
