/** The answers of an applicant, and earlier applications. */
import type { Output } from '../../api-client.js'
import { Dialog } from '../../kit/dialog.js'
import { ErrorState, Placeholder } from '../../kit/empty-state.js'
import { formatCountry, formatExact } from '../../kit/format.js'
import { useLoad } from '../../kit/use-load.js'
import { useSession } from '../../shell/session.js'
import { Facts } from '../facts.js'

type Application = Output<'listProgramApplications'>[number] & { applicationId: string }

export function ApplicationDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const { call, access } = useSession()
  const { partner, applicationFormData, createdAt } = application
  const { value, error, reload } = useLoad(partner.id, async (signal) => {
    const [{ applications }, network] = await Promise.all([
      call('getApplicationHistory', { query: { partnerId: partner.id } }, signal),
      access('getNetworkActivity') === 'allowed' ? call('getNetworkActivity', { params: { partnerId: partner.id } }, signal) : null,
    ])
    return { earlier: applications.filter(({ id }) => id !== application.applicationId), network }
  })
  return (
    <Dialog title={partner.name} size="large" onClose={onClose}>
      <Facts
        facts={[
          ['Email', partner.email],
          ['Company', partner.companyName],
          ['Country', partner.country && formatCountry(partner.country)],
          ['About', partner.description],
          ['Website', partner.website],
          ['YouTube', partner.youtube],
          ['X', partner.twitter],
          ['LinkedIn', partner.linkedin],
          ['Instagram', partner.instagram],
          ['TikTok', partner.tiktok],
          ['Received', formatExact(createdAt)],
        ]}
      />
      <h3>Answers</h3>
      <dl class="answers">
        {(applicationFormData ?? []).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="user-text">{value ?? 'No answer'}</dd>
          </div>
        ))}
      </dl>
      {!applicationFormData?.length && <p class="muted">The form had no questions.</p>}
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={2} />}
      {value && <History earlier={value.earlier} network={value.network} />}
    </Dialog>
  )
}

interface HistoryProps {
  earlier: Output<'getApplicationHistory'>['applications']
  network: Output<'getNetworkActivity'> | null
}

const History = ({ earlier, network }: HistoryProps) => (
  <>
    <h3>Earlier applications</h3>
    {earlier.length === 0 && <p class="muted">None</p>}
    <ul>
      {earlier.map(({ id, createdAt, reviewedAt }) => (
        <li key={id}>
          {formatExact(createdAt)}
          {reviewedAt && `, decided ${formatExact(reviewedAt)}`}
        </li>
      ))}
    </ul>
    {network && (
      <>
        <h3>In other programs</h3>
        <p>
          Enrolled in {network.totalPrograms}, active in {network.activePrograms}, banned from {network.bannedPrograms}
        </p>
      </>
    )}
  </>
)
