/** What can be queued about links. Each goes over many rows in batches, and does nothing when it is already done. */
import { z } from 'zod'
import { errandPayload } from '../errands/index.js'
import { contract } from '../kernel/contract.js'

export const takeTagOffLinks = contract({
  name: 'links.take-tag-off-links',
  queue: 'bulk',
  payload: z.object({ tagId: z.string() }),
  attempts: 20,
})
export const moveLinksToName = contract({
  name: 'links.move-links-to-name',
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
export const emptyFolder = contract({
  name: 'links.empty-folder',
  queue: 'bulk',
  payload: z.object({ folderId: z.string() }),
  attempts: 20,
})
export const createLinksInBulk = contract({ name: 'links.create-in-bulk', queue: 'bulk', payload: errandPayload, attempts: 10 })
export const updateLinksInBulk = contract({ name: 'links.update-in-bulk', queue: 'bulk', payload: errandPayload, attempts: 10 })
export const deleteLinksInBulk = contract({ name: 'links.delete-in-bulk', queue: 'bulk', payload: errandPayload, attempts: 10 })
export const exportLinksInFile = contract({ name: 'links.export', queue: 'exports', payload: errandPayload, attempts: 10 })
