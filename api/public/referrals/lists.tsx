/** Bounties, latest earnings and the leaderboard. Each is absent while it has no rows. */
import { useState } from 'preact/hooks'
import { Button } from '../../console/kit/button.js'
import { formatDay, formatMoney, formatName } from '../../console/kit/format.js'
import { useLoad } from '../../console/kit/use-load.js'
import { bountyName, rewardOf } from '../../portal/bounties/bounty-card.js'
import { BountyDialog } from '../../portal/bounties/bounty-dialog.js'
import { useCall } from './client.js'

export function Bounties({ isActive }: { isActive: boolean }) {
  const call = useCall()
  const { value } = useLoad('bounties', (signal) => call('listEmbedBounties', {}, signal))
  const [openId, setOpenId] = useState<string | null>(null)
  const open = value?.find(({ id }) => id === openId)
  if (!value || value.length === 0) return null
  return (
    <section class="card" aria-label="Bounties">
      <h2>Bounties</h2>
      <ul class="embed-rows">
        {value.map((bounty) => (
          <li key={bounty.id}>
            <div>
              <strong>{bountyName(bounty)}</strong>
              <small class="muted">
                {rewardOf(bounty)}
                {bounty.endsAt && `, until ${formatDay(bounty.endsAt)}`}
              </small>
            </div>
            <Button label={`Open ${bountyName(bounty)}`} onClick={() => setOpenId(bounty.id)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
      {open && (
        <BountyDialog
          load={async (signal) => ({ ...open, submissions: await call('listEmbedSubmissions', { params: { bountyId: open.id } }, signal) })}
          actions={
            isActive
              ? {
                  submit: async (body) => {
                    await call('createEmbedSubmission', { params: { bountyId: open.id }, body })
                    setOpenId(null)
                  },
                  upload: (body) => call('uploadEmbedFile', { params: { bountyId: open.id }, body }),
                }
              : null
          }
          onClose={() => setOpenId(null)}
        />
      )}
    </section>
  )
}

export function Earnings() {
  const call = useCall()
  const { value } = useLoad('earnings', (signal) => call('listEmbedEarnings', { query: { pageSize: 10 } }, signal))
  const earnings = Array.isArray(value) ? value : (value?.data ?? [])
  if (earnings.length === 0) return null
  return (
    <section class="card" aria-label="Latest earnings">
      <h2>Latest earnings</h2>
      <ul class="embed-rows">
        {earnings.map(({ id, createdAt, type, status, earnings }) => (
          <li key={id}>
            <div>
              <span>{formatName(type)}</span>
              <small class="muted">
                {formatDay(createdAt)}, {formatName(status)}
              </small>
            </div>
            <strong>{formatMoney(earnings)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Leaderboard() {
  const call = useCall()
  const { value } = useLoad('leaderboard', (signal) => call('getEmbedLeaderboard', {}, signal))
  const shown = value?.filter(({ rank, isYou }) => rank <= 5 || isYou) ?? []
  if (shown.length === 0) return null
  return (
    <section class="card" aria-label="Leaderboard">
      <h2>Leaderboard</h2>
      <ul class="embed-rows">
        {shown.map(({ rank, totalCommissions, isYou }) => (
          <li key={rank}>
            <span>
              {rank}. {isYou ? 'You' : 'Partner'}
            </span>
            {totalCommissions !== null && <strong>{formatMoney(totalCommissions)}</strong>}
          </li>
        ))}
      </ul>
    </section>
  )
}
