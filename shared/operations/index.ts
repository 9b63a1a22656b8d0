/**
 * Operations: keeping the service in order. Clean-up of what has expired lives here, and whatever an operator may start. It stands on top
 * of the ladder and may use every domain.
 */
export { deleteWorkspaceData } from './delete-workspace-data.js'
export { finishDeletions } from './finish-deletions.js'
export { dropExpiredState } from './drop-expired-state.js'
export { getVerification, Verification } from './verify/get-verification.js'
export { measureVerification } from './verify/measure-verification.js'
export { verifyNightly } from './verify/verify-nightly.js'
