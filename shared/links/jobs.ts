/** What can be queued about links. Each goes over many rows in batches, and does nothing when it is already done. */
import { z } from 'zod'
import { contract } from '../kernel/contract.js'

export const takeTagOffLinks = contract({ name: 'links.take-tag-off-links', queue: 'bulk', payload: z.object({ tagId: z.string() }), attempts: 20 })
export const emptyFolder = contract({ name: 'links.empty-folder', queue: 'bulk', payload: z.object({ folderId: z.string() }), attempts: 20 })
