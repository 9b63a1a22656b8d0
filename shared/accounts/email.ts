import { z } from 'zod'

/** An email address as entered by a user. */
export const Email = z.string().trim().max(254).pipe(z.email())

/** The form in which email addresses are compared. */
export const foldEmail = (email: string) => email.toLowerCase()
