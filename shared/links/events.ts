/** Events of the links domain. */
import { z } from 'zod'
import { event } from '../kernel/queue/contract.js'

/**
 * The parameters of a UTM template changed; `former` are those before. Subscribers read the present ones, so that the order of events does
 * not matter.
 */
export const utmTemplateChanged = event({
  name: 'utm-template.changed',
  payload: z.object({ templateId: z.string(), former: z.record(z.string(), z.string().nullable()).optional() }),
})
