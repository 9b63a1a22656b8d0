import { z } from 'zod'

/** The answer of the public interface to changes that return nothing else. */
export const Success = z.object({ success: z.literal(true) })
