/** The status machine of submissions. Pure. */

export const submissionStatuses = ['draft', 'submitted', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const rejectionReasons = ['invalidProof', 'duplicateSubmission', 'outOfTimeWindow', 'didNotMeetCriteria', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Operations are allowed from the listed statuses only. */
export const submissionTransitions = {
  /** The partner edits a draft. */
  edit: { draft: 'draft' },
  /** The partner submits, or a count reaches its goal. */
  submit: { draft: 'submitted' },
  approve: { submitted: 'approved', rejected: 'approved' },
  reject: { submitted: 'rejected' },
  /** The workspace hands it back to the partner. */
  reopen: { submitted: 'draft', rejected: 'draft' },
} as const satisfies Record<string, Partial<Record<SubmissionStatus, SubmissionStatus>>>

export type SubmissionOperation = keyof typeof submissionTransitions

/** The status after the operation, or null if it is not allowed. */
export const nextSubmissionStatus = (status: SubmissionStatus, operation: SubmissionOperation): SubmissionStatus | null =>
  (submissionTransitions[operation] as Partial<Record<SubmissionStatus, SubmissionStatus>>)[status] ?? null
