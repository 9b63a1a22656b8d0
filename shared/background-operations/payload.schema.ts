import { z } from 'zod'

/** Payload of every job that processes an operation. */
export const backgroundOperationPayload = z.object({ operationId: z.string() })
