/** Emails about bounties. */
const until = (end: Date | null) => (end ? ` It ends at ${end.toISOString()}.` : '')

export const bountyOpenedEmail = (program: string, name: string, end: Date | null) => ({
  subject: `New bounty of ${program}`,
  text: `The program ${program} has a new bounty for you: "${name}".${until(end)} Open your partner account to take part.`,
})

export const draftReminderEmail = (program: string, name: string, end: Date) => ({
  subject: `Your submission for "${name}" is a draft`,
  text:
    `You have an unfinished submission for the bounty "${name}" of ${program}. It can be submitted until ${end.toISOString()}. ` +
    'Open your partner account to submit it.',
})

export const goalReachedEmail = (program: string, name: string) => ({
  subject: `You completed "${name}"`,
  text: `You reached the goal of the bounty "${name}" of ${program}. The program reviews it now, and you get an email about the result.`,
})

export const submissionReceivedEmail = (partner: string, name: string) => ({
  subject: `${partner} submitted for "${name}"`,
  text: `${partner} submitted for the bounty "${name}". Approve or reject the submission under /bounties.`,
})

export const submissionApprovedEmail = (program: string, name: string, reward: string) => ({
  subject: `Your submission for "${name}" was approved`,
  text: `${program} approved your submission for the bounty "${name}". You earned ${reward}, which is part of your next payout.`,
})

export const submissionRejectedEmail = (program: string, name: string, reason: string, note: string | null) => ({
  subject: `Your submission for "${name}" was rejected`,
  text: `${program} rejected your submission for the bounty "${name}". Reason: ${reason}.${note ? ` Note: ${note}` : ''}`,
})

export const bountyClosedEmail = (name: string, waiting: number) => ({
  subject: `The bounty "${name}" has ended`,
  text:
    `The bounty "${name}" has ended. ` +
    (waiting === 0 ? 'All submissions are reviewed.' : `${waiting} submissions wait for a review under /bounties.`),
})
