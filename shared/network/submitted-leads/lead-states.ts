/** Statuses of submitted leads and the allowed changes. Pure. */
export const leadStatuses = ['pending', 'qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost'] as const
export type LeadStatus = (typeof leadStatuses)[number]

const open = ['qualified', 'meeting', 'negotiation'] as const
const closed = ['unqualified', 'closedWon', 'closedLost'] as const

/** A closed lead can be taken up again; a lead never becomes unread again. */
const next: Record<LeadStatus, readonly LeadStatus[]> = {
  pending: [...open, ...closed],
  qualified: ['meeting', 'negotiation', ...closed],
  meeting: ['qualified', 'negotiation', ...closed],
  negotiation: ['qualified', 'meeting', ...closed],
  unqualified: ['qualified'],
  closedWon: ['negotiation'],
  closedLost: ['negotiation'],
}

export const statusesAfter = (status: LeadStatus): readonly LeadStatus[] => next[status]
