/** Home: create a link at once, and what happened lately. */
import { cards, Breakdown } from '../figures/breakdowns.js'
import { Figures, measureOf } from '../figures/figures.js'
import { PeriodSelect, periodQuery } from '../figures/period.js'
import { PageHeader } from '../kit/page-header.js'
import { QuickCreate } from '../links/quick-create.js'
import { navigate, useQuery } from '../shell/router.js'
import { useSession } from '../shell/session.js'

export function HomePage() {
  const { access, href } = useSession()
  const [query] = useQuery()
  const period = periodQuery(query)
  const shown = cards.slice(0, 2)
  return (
    <>
      <PageHeader title="Home">
        <PeriodSelect />
      </PageHeader>
      {access('createLink') === 'allowed' && <QuickCreate />}
      <Figures query={period} />
      <div class="cards">
        {shown.map(({ title, properties }) => (
          <Breakdown
            key={title}
            title={title}
            properties={properties.slice(0, 1)}
            query={period}
            selected={measureOf(query)}
            onSelect={({ filter }, value) =>
              navigate(`${href('analytics')}?${new URLSearchParams({ ...query, [filter]: value }).toString()}`)
            }
          />
        ))}
      </div>
    </>
  )
}
