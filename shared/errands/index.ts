/**
 * Errands: work that a caller asked for, too much for one answer. Callers know them as jobs (`/jobs/{id}`); in here a job is a message on a
 * queue, which an errand needs one or several of.
 *
 * An errand belongs to a workspace and to the user who asked; it is done in that user's name and with no more than that user's rights. It
 * goes on in steps. A step is one transaction that holds both its effect and the progress, so that a worker may be killed at any moment:
 * nothing is done twice, and progress never goes back. What comes in, what was refused and the result file lie in pieces. The domains above
 * start errands with a contract of their own, and do them with `workThrough` or `workThroughParts`.
 */
export { cancelErrand } from './cancel-errand.js'
export { deleteErrandsOfWorkspace } from './delete-errands-of-workspace.js'
export { dropOldErrands } from './drop-old-errands.js'
export { ErrandDetails, ErrandParams, ErrandPage, ErrandSchema, StartedErrandSchema, listErrandsQuerySchema } from './errand.schema.js'
export { mostElements } from './limits.js'
export { errandGaveUp } from './errand-gave-up.js'
export { forgetPeopleInErrands } from './forget-people.js'
export { findErrand } from './find-errand.js'
export { listErrands } from './list-errands.js'
export { archiveType, errandResult, fileOfArchive } from './errand-result.js'
export { type Keep, type StartedErrand, startErrand } from './start-errand.js'
export { watchErrand } from './watch-errand.js'
export { type ElementError, type Errand, errandPayload, workThrough, workWithin } from './work-through.js'
export { workThroughParts } from './work-through-parts.js'
