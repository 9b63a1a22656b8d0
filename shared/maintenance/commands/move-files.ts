/** `npm run files:move`: moves the files of `DATA_DIR/files` into the object storage. May be interrupted and repeated. */
import { commandArguments } from '../../kernel/command-arguments.js'
import { readConfig } from '../../kernel/config.js'
import { formatStartupError } from '../../kernel/process.js'
import { moveFiles } from '../files/move-files.js'

commandArguments('npm run files:move\n\nMoves the files of DATA_DIR/files into the object storage.')

try {
  const config = readConfig()
  const { moved, left } = await moveFiles(config)
  console.log(`Moved ${moved} files to the bucket ${config.s3?.bucket}.`)
  if (left.length > 0) console.log(`Left in DATA_DIR/files, because the installation has no files of these names: ${left.join(', ')}`)
} catch (error) {
  console.error(formatStartupError(error))
  process.exitCode = 2
}
