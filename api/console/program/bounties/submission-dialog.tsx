/** All about one submission. */
import { type Output, urlOf } from '../../api-client.js'
import { Dialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatExact, formatMoney, formatName, formatNumber, formatTotal, formatUrl, safeHref } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { Facts } from '../facts.js'

type Bounty = Output<'getBounty'>
type Submission = Output<'getBountySubmission'>
type Row = Output<'listBountySubmissions'>[number] & { partner: string }

export function SubmissionDialog({ submission, bounty, onClose }: { submission: Row; bounty: Bounty; onClose: () => void }) {
  const { call } = useSession()
  const { id, bountyId, partner } = submission
  const { value, error, reload } = useLoad(id, (signal) => call('getBountySubmission', { params: { bountyId, submissionId: id } }, signal))
  return (
    <Dialog title={`Submission of ${partner}`} size="large" onClose={onClose}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value && <Details submission={value} bounty={bounty} />}
    </Dialog>
  )
}

const isOwn = (url: string) => new URL(url, location.href).origin === location.origin

const Details = ({ submission, bounty }: { submission: Submission; bounty: Bounty }) => (
  <>
    {submission.description && <p class="user-text">{submission.description}</p>}
    <ul class="proofs">
      {(submission.urls ?? []).map((url) => (
        <li key={url}>
          {safeHref(url) ? (
            <a href={safeHref(url)} target="_blank" rel="noreferrer">
              {formatUrl(url)}
            </a>
          ) : (
            url
          )}
        </li>
      ))}
      {(submission.files ?? []).map((file) => (
        <li key={file.url}>
          <ProofImage {...file} />
        </li>
      ))}
    </ul>
    <Facts facts={factsOf(submission, bounty)} />
  </>
)

function ProofImage({ url, fileName }: NonNullable<Submission['files']>[number]) {
  const { workspace } = useSession()
  // The console loads nothing from other origins: images in a bucket come through the service.
  const source = isOwn(url) ? url : urlOf('getPreviewImage', { query: { url } }, workspace.id)
  return (
    <a class="attachment" href={safeHref(url)} target="_blank" rel="noreferrer">
      <img src={source} alt={fileName} />
    </a>
  )
}

function factsOf(submission: Submission, bounty: Bounty): [string, string | null | undefined][] {
  const {
    status,
    performanceCount,
    socialMetricCount,
    completedAt,
    reviewedAt,
    rejectionReason,
    rejectionNote,
    commission,
    user,
    partner,
  } = submission
  return [
    ['Partner', partner.email],
    ['State', formatName(status)],
    ['Counted', performanceCount === null ? null : formatTotal(bounty.performanceCondition?.attribute, performanceCount)],
    ['Views or likes', socialMetricCount === null ? null : formatNumber(socialMetricCount)],
    ['Submitted', completedAt && formatExact(completedAt)],
    ['Decided', reviewedAt && `${formatExact(reviewedAt)}${user?.name ? ` by ${user.name}` : ''}`],
    ['Reason', rejectionReason && formatName(rejectionReason)],
    ['Note', rejectionNote],
    ['Commission', commission && `${formatMoney(commission.earnings)}, ${formatName(commission.status).toLowerCase()}`],
  ]
}
