/** Limits of the campaigns domain. */
import { hours } from '../kernel/time.js'

export const maxAttachments = 5
export const maxEmailDomains = 10
/** Uploads of one side of a thread. */
export const uploadRate = { requests: 30, windowMs: hours(1) }
