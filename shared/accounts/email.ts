import { z } from 'zod'

/** An e-mail address as somebody types it. */
export const Email = z.string().trim().max(254).pipe(z.email())

/** Addresses that are equal so are one address. */
export const foldEmail = (email: string) => email.toLowerCase()
