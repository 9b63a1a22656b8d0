/** Query parameters and form fields of the HTML pages. */
import { z } from 'zod'
import { LogIn } from './passwords/log-in.js'

/** The query of a page behind a one-time link. */
export const PageToken = z.object({ token: z.string().max(100) })

/** The query of the log-in page. `next` is the path to return to. */
export const LogInQuery = z.object({ next: z.string().max(4000).optional() })
export const LogInForm = LogIn.extend(LogInQuery.shape)
