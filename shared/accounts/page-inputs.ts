/** What the addresses and forms of the pages hold. */
import { z } from 'zod'
import { LogIn } from './passwords/log-in.js'

/** The query of a page that a letter leads to. */
export const PageToken = z.object({ token: z.string().max(100) })

/** The query of the log-in page: a path of ours to go on to. */
export const LogInQuery = z.object({ next: z.string().max(4000).optional() })
export const LogInForm = LogIn.extend(LogInQuery.shape)
