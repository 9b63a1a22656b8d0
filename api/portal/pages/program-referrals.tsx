/** Partners whom the partner referred to a program. */
import { useMemo } from 'preact/hooks'
import type { Output } from '../../console/api-client.js'
import { type Resource, ResourcePage } from '../../console/kit/resource-page.js'
import { referralColumns, withId } from '../kit/referral-columns.js'
import { Status } from '../kit/statuses.js'
import type { Portal } from '../shell/portal.js'
import { useProgram } from '../shell/program.js'

type Referral = Output<'listReferralsToProgram'>[number] & { id: string }

const resourceOf = (programId: string): Resource<Referral, undefined, Portal> => ({
  title: 'Referred partners',
  description: 'Partners who applied to this program after following one of your links.',
  icon: 'members',
  paging: 'page',
  load: async (call, query, _portal, signal) => withId(await call('listReferralsToProgram', { params: { programId }, query }, signal)),
  nameOf: ({ name }) => name,
  columns: referralColumns<Referral>({ label: 'Status', cell: ({ status }) => <Status of={status} /> }),
  empty: 'Recommend the program to other partners.',
})

export function ProgramReferralsPage() {
  const { programId } = useProgram()
  const resource = useMemo(() => resourceOf(programId), [programId])
  return <ResourcePage resource={resource} />
}
