/** The refusals of attribution. Each message is written here and nowhere else. */
import { badRequest } from '../../kernel/errors.js'

export const onlyTried = () => badRequest('Another model or window can be tried only: set it for the workspace first, or send dryRun.')
