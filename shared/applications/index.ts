/**
 * Applications to partner programs. A guest fills in the form of a group and confirms the address by email; with the confirmation the guest
 * becomes a partner, whose enrolment is pending. Users apply with their account and need no confirmation. A review is a change of the
 * enrolment, which the domain `partners` owns: this domain keeps the answers, the reason and the emails. Groups may approve applicants by
 * themselves; those who do not meet the requirements of the program are rejected after half an hour.
 */
export * from './application.schema.js'
export { exportApplications, exportApplicationsQuerySchema } from './export-applications.js'
export { answersOfInputs, inputName, type ApplicationField } from './application-form.js'
export { applicationAnalytics, visitApplicationPage } from './application-analytics.js'
export { findForm, type FoundForm, getApplicationForm } from './find-form.js'
export { autoApproveJob, sendConfirmationJob } from './jobs.js'
export { applicationHistory, countApplications, getApplication, listApplications } from './list-applications.js'
export { followMerge, followReview, sendConfirmation, sendReminders, summarisePending } from './notify-applicants.js'
export { applyPath, confirmApplicationPath } from './page-paths.js'
export { approveApplications, rejectApplications } from './review-applications.js'
export { autoApprove, autoReject, resumeApprovals } from './review-automatically.js'
export {
  applyAsUser,
  confirmApplication,
  prepareApplication,
  readApplicationLink,
  submitApplication,
  withdrawApplication,
} from './submit-application.js'
