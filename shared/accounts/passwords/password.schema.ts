import { z } from 'zod'

/** A new password. Only the length is checked: composition rules make passwords harder to remember, not harder to guess. */
export const NewPassword = z.string().min(8, 'Must have at least 8 characters').max(128, 'Must have at most 128 characters')
