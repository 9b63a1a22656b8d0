/** A bounty with the submissions of the partner, and the form of the next one. */
import type { Output } from '../../console/api-client.js'
import { Dialog } from '../../console/kit/dialog.js'
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { formatDay, formatExact, formatName, formatTotal, formatUrl, safeHref } from '../../console/kit/format.js'
import { Time } from '../../console/kit/texts.js'
import { useLoad } from '../../console/kit/use-load.js'
import { imageAddress } from '../kit/image-address.js'
import { Status } from '../kit/statuses.js'
import { bountyName, goalOf, rewardOf } from './bounty-card.js'
import { type SubmissionActions, SubmissionForm } from './submission-form.js'
import { nextSubmission } from './submission-period.js'

export type OwnBounty = Output<'getOwnBounty'>
type Submission = OwnBounty['submissions'][number]

interface BountyDialogProps {
  load: (signal: AbortSignal) => Promise<OwnBounty>
  /** Null if the partner cannot submit. */
  actions: SubmissionActions | null
  onClose: () => void
}

export function BountyDialog({ load, actions, onClose }: BountyDialogProps) {
  const { value, error, reload } = useLoad('bounty', load)
  return (
    <Dialog title={value ? bountyName(value) : 'Bounty'} size="large" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && <Content bounty={value} actions={actions} onChanged={reload} />}
    </Dialog>
  )
}

function Content({ bounty, actions, onChanged }: { bounty: OwnBounty; actions: SubmissionActions | null; onChanged: () => void }) {
  const { description, endsAt, submissionsOpenAt, type, submissions } = bounty
  const goal = goalOf(bounty)
  const { number: period, opensAt } = nextSubmission(bounty, new Date())
  const draft = submissions.find(({ status, periodNumber }) => status === 'draft' && periodNumber === period)
  return (
    <>
      {description && <p class="prose">{description}</p>}
      <dl class="facts">
        <div>
          <dt>Reward</dt>
          <dd>{rewardOf(bounty)}</dd>
        </div>
        {goal && (
          <div>
            <dt>Goal</dt>
            <dd>{goal}</dd>
          </div>
        )}
        {endsAt && (
          <div>
            <dt>Ends</dt>
            <dd>{formatDay(endsAt)}</dd>
          </div>
        )}
      </dl>
      {submissions.length > 0 && <h3>Your submissions</h3>}
      {submissions.map((submission) => (
        <Submitted key={submission.id} submission={submission} bounty={bounty} />
      ))}
      {actions && opensAt && <p class="muted">You can submit again from {formatExact(opensAt)}.</p>}
      {type === 'submission' && actions && period !== null && (
        <SubmissionForm
          key={`${draft?.id ?? 'new'} ${period}`}
          bounty={bounty}
          draft={draft}
          periodNumber={bounty.maxSubmissions > 1 ? period : undefined}
          opensAt={submissionsOpenAt && new Date(submissionsOpenAt) > new Date() ? submissionsOpenAt : null}
          actions={actions}
          onSubmitted={onChanged}
        />
      )}
    </>
  )
}

function Submitted({ submission, bounty }: { submission: Submission; bounty: OwnBounty }) {
  const { status, description, urls, files, completedAt, rejectionReason, rejectionNote, periodNumber, performanceCount } = submission
  // The form shows other drafts.
  if (status === 'draft' && performanceCount === null) return null
  return (
    <div class="card submission">
      <p>
        <Status of={status} /> {bounty.maxSubmissions > 1 && `Number ${periodNumber}, `}
        {completedAt && <Time at={completedAt} />}
        <Counts submission={submission} bounty={bounty} />
      </p>
      {description && <p class="prose">{description}</p>}
      {urls?.map((url) => (
        <p key={url}>
          <a href={safeHref(url)} target="_blank" rel="noreferrer">
            {formatUrl(url)}
          </a>
        </p>
      ))}
      {files && files.length > 0 && (
        <div class="thumbs">
          {files.map(({ url, fileName }) => (
            <a key={url} href={safeHref(url)} target="_blank" rel="noreferrer">
              {imageAddress(url) ? <img src={imageAddress(url)} alt={fileName} /> : fileName}
            </a>
          ))}
        </div>
      )}
      {rejectionReason && (
        <p class="form-error">
          {formatName(rejectionReason)}
          {rejectionNote && `: ${rejectionNote}`}
        </p>
      )}
    </div>
  )
}

function Counts({ submission: { performanceCount, socialMetricCount }, bounty }: { submission: Submission; bounty: OwnBounty }) {
  const count = performanceCount ?? socialMetricCount
  return count === null ? null : <span class="muted"> counted so far: {formatTotal(bounty.performanceCondition?.attribute, count)}</span>
}
