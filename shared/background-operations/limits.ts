/** Limits of background operations. */
import { days, hours, minutes } from '../kernel/time.js'

/** Elements of one operation. */
export const maxElements = 100_000
/** A part is processed in one transaction; it ends at whichever limit comes first. */
export const maxPartElements = 250
export const maxPartCharacters = 1_000_000

/** Per workspace. */
export const maxUnfinishedOperations = 20
/** Of one partner in one workspace. */
export const maxUnfinishedOfPartner = 2

export const maxPageSize = 100

/** Parts of one operation processed concurrently by one job. */
export const partConcurrency = 2

/** A job processes steps for this long, then enqueues its successor so that other jobs get a turn. The job timeout must be longer. */
export const timeSliceMs = minutes(4)
export const operationTimeoutMs = minutes(6)

/** An operation without progress for this long is started again. Longer than the pauses between the attempts of a job. */
export const restartAfterMs = minutes(30)

/** How long operations, their errors and their result files are kept. */
export const operationRetentionMs = days(7)
/** How long at least the parts of a result remain beside its stored file: a download may have begun before the file was stored. */
export const storedPartsRetentionMs = hours(1)
/** An operation whose request body is still incomplete after this time is abandoned. */
export const receivingRetentionMs = days(1)
