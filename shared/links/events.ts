/** What the links domain announces. */
import { z } from 'zod'
import { event } from '../kernel/contract.js'

const LinkFact = z.object({
  linkId: z.string(),
  /** Null for a link that was made anonymously. */
  workspaceId: z.string().nullable(),
  domain: z.string(),
  key: z.string(),
})
export type LinkFact = z.infer<typeof LinkFact>

export const linkCreated = event({ name: 'link.created', payload: LinkFact })
export const linkUpdated = event({ name: 'link.updated', payload: LinkFact })
export const linkDeleted = event({ name: 'link.deleted', payload: LinkFact })
