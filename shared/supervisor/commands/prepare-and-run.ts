/**
 * Prepares the database, reports to the supervisor, then runs the given program in the same process, because both need the same libraries
 * and loading them takes longer than the preparation. A restart after a crash prepares again, which is fast.
 */
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../kernel/config.js'
import { deferredEnv } from '../../kernel/deferred-env.js'
import { formatStartupError } from '../../kernel/process.js'
import { prepare } from '../prepare.js'

const [node = '', , program = '', ...rest] = process.argv
try {
  process.send?.(await prepare(readConfig(await deferredEnv()), console.error))
} catch (error) {
  console.error(formatStartupError(error))
  process.exit(1)
}
process.argv = [node, program, ...rest]
await import(pathToFileURL(program).href)
