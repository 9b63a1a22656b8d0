/**
 * Prepares the database, says so to the supervisor, and goes on as the program that is named: in one process, because both need the same
 * libraries, and loading those takes longer than the work. Started again after a crash, it prepares again, which is quick.
 */
import { pathToFileURL } from 'node:url'
import { readConfig } from '../../kernel/config.js'
import { wholeEnvironment } from '../../kernel/early-start.js'
import { startFailure } from '../../kernel/process.js'
import { prepare } from '../start/prepare.js'

const [node = '', , program = '', ...rest] = process.argv
try {
  process.send?.(await prepare(readConfig(await wholeEnvironment())))
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}
process.argv = [node, program, ...rest]
await import(pathToFileURL(program).href)
