/** Maintenance: expiry, deletion of workspaces, and verification of aggregates. It is the top layer and may import every domain. */
export { deleteWorkspaceData } from './delete-workspace-data.js'
export { finishDeletions } from './finish-deletions.js'
export { deleteExpiredState } from './delete-expired-state.js'
export { getVerification, Verification } from './verify/get-verification.js'
export { measureVerification } from './verify/measure-verification.js'
export { runNightlyVerification } from './verify/run-nightly-verification.js'
