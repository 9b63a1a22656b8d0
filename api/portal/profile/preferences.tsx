/** Which emails the user receives. */
import { ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { notify } from '../../console/kit/toast.js'
import { useLoad } from '../../console/kit/use-load.js'
import { usePortal } from '../shell/portal.js'

const labels = {
  commissionCreated: 'You earned a commission',
  applicationApproved: 'A program approved you',
  payoutSent: 'A payout was sent',
  newBounty: 'A program has a new bounty',
  newMessageFromProgram: 'A program wrote to you',
  marketingCampaign: 'News of programs',
  monthlyProgramSummary: 'A summary of each month',
} as const
type Preference = keyof typeof labels

export function Preferences() {
  const { call } = usePortal()
  const { value, error, reload } = useLoad('preferences', (signal) => call('getPartnerPreferences', {}, signal))
  const change = (name: Preference, isWanted: boolean) => {
    call('changePartnerPreferences', { body: { [name]: isWanted } })
      .then(() => notify('Saved'))
      .catch((error: Error) => notify(error.message, 'error'))
      .finally(reload)
  }
  return (
    <section class="card" aria-label="Emails">
      <h2>Emails</h2>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder lines={4} />}
      {value &&
        (Object.keys(labels) as Preference[]).map((name) => (
          <label key={name} class="preference">
            <input type="checkbox" checked={value[name]} onChange={({ currentTarget }) => change(name, currentTarget.checked)} />
            {labels[name]}
          </label>
        ))}
    </section>
  )
}
