import { z } from 'zod'

/** A password that somebody chooses. Length is what makes it hard to guess; rules about signs only make it hard to remember. */
export const NewPassword = z.string().min(8, 'A password has at least 8 characters').max(128, 'A password has at most 128 characters')
