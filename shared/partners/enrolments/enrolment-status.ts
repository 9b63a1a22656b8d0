/** The status machine of enrolments. Pure. */
import type { EnrolmentStatus } from '../enrolment.entity.js'

/** The status after an operation, or `deleted` if it removes the enrolment. Operations on other statuses are refused. */
const transitions = {
  approve: { pending: 'approved', rejected: 'approved' },
  reject: { pending: 'rejected' },
  withdraw: { pending: 'deleted' },
  expire: { rejected: 'deleted', declined: 'deleted' },
  accept: { invited: 'approved' },
  decline: { invited: 'declined' },
  deleteInvite: { invited: 'deleted', declined: 'deleted' },
  archive: { approved: 'archived', archived: 'approved' },
  deactivate: { approved: 'deactivated', archived: 'deactivated' },
  reactivate: { deactivated: 'approved' },
  ban: {
    approved: 'banned',
    rejected: 'banned',
    invited: 'banned',
    declined: 'banned',
    deactivated: 'banned',
    archived: 'banned',
  },
  unban: { banned: 'approved' },
  delete: { deactivated: 'deleted', banned: 'deleted' },
} as const satisfies Record<string, Partial<Record<EnrolmentStatus, EnrolmentStatus | 'deleted'>>>

export type EnrolmentOperation = keyof typeof transitions
export const enrolmentOperations = Object.keys(transitions) as EnrolmentOperation[]

type Transitions = Partial<Record<EnrolmentStatus, EnrolmentStatus | 'deleted'>>

/** Null if the operation is not allowed in the status. */
export const statusAfter = (status: EnrolmentStatus, operation: EnrolmentOperation): EnrolmentStatus | 'deleted' | null =>
  (transitions[operation] as Transitions)[status] ?? null

/** The statuses in which the operation is allowed. */
export const statusesAllowing = (operation: EnrolmentOperation) => Object.keys(transitions[operation]) as EnrolmentStatus[]

/** Statuses of partners who were excluded from the program. */
export const isExcluded = (status: EnrolmentStatus) => status === 'banned' || status === 'deactivated' || status === 'rejected'

/** Statuses in which a partner acts for the program. */
export const isActive = (status: EnrolmentStatus) => status === 'approved' || status === 'archived'

/** Whether a partner counts towards the limit of partners: once approved or invited, it does until its enrolment is deleted. */
export const isCounted = ({ status, statusBeforeBan }: { status: EnrolmentStatus; statusBeforeBan: EnrolmentStatus | null }) =>
  !['pending', 'rejected'].includes(statusBeforeBan ?? status)
