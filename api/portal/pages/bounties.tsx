/** Tasks of a program with a reward. */
import { useState } from 'preact/hooks'
import { EmptyState, ErrorState, Placeholder } from '../../console/kit/empty-state.js'
import { PageHeader } from '../../console/kit/page-header.js'
import { useLoad } from '../../console/kit/use-load.js'
import { BountyCard } from '../bounties/bounty-card.js'
import { BountyDialog } from '../bounties/bounty-dialog.js'
import { usePortal } from '../shell/portal.js'
import { isActive, useProgram } from '../shell/program.js'

export function BountiesPage() {
  const { call } = usePortal()
  const program = useProgram()
  const params = { programId: program.programId }
  const { value, error, reload } = useLoad(program.programId, (signal) => call('listOwnBounties', { params }, signal))
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <PageHeader title="Bounties" description="Tasks that the program rewards beyond your commissions." />
      {error && !value && <ErrorState error={error} onRetry={reload} />}
      {!error && !value && <Placeholder />}
      {value?.length === 0 && <EmptyState icon="rewards" title="No open bounties" text="New bounties appear here." />}
      <div class="programs">
        {value?.map((bounty) => (
          <BountyCard key={bounty.id} bounty={bounty} onOpen={() => setOpenId(bounty.id)} />
        ))}
      </div>
      {openId && (
        <BountyDialog
          load={(signal) => call('getOwnBounty', { params: { ...params, bountyId: openId } }, signal)}
          actions={
            isActive(program)
              ? {
                  submit: (body) => call('createOwnSubmission', { params: { ...params, bountyId: openId }, body }),
                  upload: (body) => call('uploadOwnFile', { params: { ...params, bountyId: openId }, body }),
                }
              : null
          }
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  )
}
