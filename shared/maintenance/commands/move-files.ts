/** `npm run files:move`: moves the files of `DATA_DIR/files` into the object storage. May be interrupted and repeated. */
import { readConfig } from '../../kernel/config.js'
import { formatStartupError } from '../../kernel/process.js'
import { moveFiles } from '../files/move-files.js'

try {
  const config = readConfig()
  console.log(`Moved ${await moveFiles(config)} files to the bucket ${config.s3?.bucket}.`)
} catch (error) {
  console.error(formatStartupError(error))
  process.exitCode = 2
}
