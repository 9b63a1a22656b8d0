/** Which of several submissions for a bounty comes next. Pure. */
import type { Output } from '../../console/api-client.js'

type OwnBounty = Output<'getOwnBounty'>
type Frequency = NonNullable<OwnBounty['submissionFrequency']>

/** The number of the submission to write now, or when the next one opens. Both are null after the last. */
interface Next {
  number: number | null
  opensAt: Date | null
}

export function nextSubmission(bounty: OwnBounty, now: Date): Next {
  const { submissions, maxSubmissions, submissionFrequency, startsAt, endsAt } = bounty
  const isOver = (at: Date) => endsAt !== null && at >= new Date(endsAt)
  if (isOver(now)) return { number: null, opensAt: null }
  const isOpen = (number: number) => submissions.every((one) => one.periodNumber !== number || one.status === 'draft')
  if (!submissionFrequency) {
    const draft = submissions.find(({ status }) => status === 'draft')
    const free = Array.from({ length: maxSubmissions }, (_, index) => index + 1).find(isOpen)
    return { number: draft?.periodNumber ?? free ?? null, opensAt: null }
  }
  const start = new Date(startsAt ?? now)
  const current = Array.from({ length: maxSubmissions }, (_, index) => index + 1).find((number) => {
    return startOf(start, submissionFrequency, number) <= now && now < startOf(start, submissionFrequency, number + 1)
  })
  if (current === undefined || isOpen(current)) return { number: current ?? null, opensAt: null }
  const opensAt = startOf(start, submissionFrequency, current + 1)
  return { number: null, opensAt: current < maxSubmissions && !isOver(opensAt) ? opensAt : null }
}

const dayMs = 86_400_000

/** When the period with the number begins, in UTC. A month that is too short begins on its last day. */
function startOf(start: Date, frequency: Frequency, number: number): Date {
  const count = number - 1
  if (frequency !== 'month') return new Date(start.getTime() + count * (frequency === 'week' ? 7 : 1) * dayMs)
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + count]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const date = new Date(start)
  date.setUTCFullYear(year, month, Math.min(start.getUTCDate(), lastDay))
  return date
}
