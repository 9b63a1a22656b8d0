/** What was changed about the enrolment of the partner. */
import { Placeholder } from '../../console/kit/empty-state.js'
import { formatName } from '../../console/kit/format.js'
import { Time } from '../../console/kit/texts.js'
import { useLoad } from '../../console/kit/use-load.js'
import { usePortal } from '../shell/portal.js'

export function Activities({ programId }: { programId: string }) {
  const { call } = usePortal()
  const { value, error } = useLoad(programId, (signal) =>
    call('listOwnActivities', { params: { programId }, query: { pageSize: 8 } }, signal),
  )
  return (
    <section class="card" aria-label="What changed">
      <h2>What changed</h2>
      {error && <p class="muted">{error.message}</p>}
      {!error && !value && <Placeholder lines={3} />}
      {value?.length === 0 && <p class="muted">Nothing has changed since you joined.</p>}
      {value && (
        <ul class="activities">
          {value.map(({ id, action, createdAt }) => (
            <li key={id}>
              <span>{formatName(action)}</span> <Time at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
