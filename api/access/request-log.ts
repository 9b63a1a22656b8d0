/** The request log of workspaces, typed for the HTTP layer. */
import { openRequestLog as open } from '../../shared/accounts/index.js'
import type { Log } from '../../shared/kernel/log.js'
import type { Resources } from '../../shared/kernel/resources.js'
import type { RecordRequest } from '../endpoint.js'

export const openRequestLog: (pool: Resources['database']['pool'], log: Log) => { record: RecordRequest; close(): Promise<void> } = open
