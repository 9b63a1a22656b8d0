/** Home of the partner program. */
import { Figures } from '../../figures/figures.js'
import { periodQuery, PeriodSelect } from '../../figures/period.js'
import { PageHeader } from '../../kit/page-header.js'
import { Earnings } from '../../program/overview/earnings.js'
import { LinkDomainNotice } from '../../program/overview/link-domain-notice.js'
import { PartnersByStatus } from '../../program/overview/partners-by-status.js'
import { Setup } from '../../program/overview/setup.js'
import { TopPartners } from '../../program/overview/top-partners.js'
import { Waiting } from '../../program/overview/waiting.js'
import { useQuery } from '../../shell/router.js'
import { useSession } from '../../shell/session.js'

export function ProgramPage() {
  const { workspace } = useSession()
  return workspace.defaultProgramId === null ? <Setup /> : <Overview programId={workspace.defaultProgramId} />
}

function Overview({ programId }: { programId: string }) {
  const [query] = useQuery()
  const period = periodQuery(query)
  return (
    <>
      <PageHeader title="Program">
        <PeriodSelect />
      </PageHeader>
      <LinkDomainNotice programId={programId} />
      <Waiting programId={programId} />
      <Figures query={{ ...period, programId }} />
      <div class="cards">
        <Earnings period={period} />
        <TopPartners period={period} />
        <PartnersByStatus />
      </div>
    </>
  )
}
