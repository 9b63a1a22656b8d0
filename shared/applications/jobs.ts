/** Job contracts of the applications domain. */
import { z } from 'zod'
import { contract, emailAttempts } from '../kernel/queue/contract.js'

const payload = z.object({ applicationId: z.string() })

/** Sends the link with which an applicant confirms the address. */
export const sendConfirmationJob = contract({ name: 'applications.send-confirmation', queue: 'events', payload, ...emailAttempts })

/** Approves an application whose group approves by itself. */
export const autoApproveJob = contract({ name: 'applications.auto-approve', queue: 'events', payload })
