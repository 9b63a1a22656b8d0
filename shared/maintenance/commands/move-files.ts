/** `npm run files:move`: moves the files of `DATA_DIR/files` into the object storage. May be interrupted and repeated. */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { formatStartupError } from '../../kernel/process.js'
import { moveFiles } from '../files/move-files.js'

commandArguments('npm run files:move\n\nMoves the files of DATA_DIR/files into the object storage.')

try {
  const config = readConfig()
  console.log(`Moved ${await moveFiles(config)} files to the bucket ${config.s3?.bucket}.`)
} catch (error) {
  console.error(formatStartupError(error))
  process.exitCode = 2
}
