/** Pages of the program, while the workspace has none. */
import type { FunctionComponent } from 'preact'
import { EmptyState } from '../kit/empty-state.js'
import type { IconName } from '../kit/icon.js'
import { PageHeader } from '../kit/page-header.js'
import { useSession } from '../shell/session.js'

/** The page, or an invitation to create a program. */
export function withProgram<Props extends object>(
  title: string,
  icon: IconName,
  Content: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return (props) => {
    const { workspace, href } = useSession()
    if (workspace.defaultProgramId !== null) return <Content {...props} />
    return (
      <>
        <PageHeader title={title} />
        <EmptyState icon={icon} title="There is no partner program yet" text="Create one to reward people who promote your product.">
          <a class="button primary" href={href('program')}>
            Create a program
          </a>
        </EmptyState>
      </>
    )
  }
}

/** The id of the program. Only for pages that are shown with a program. */
export function useProgramId(): string {
  const { workspace } = useSession()
  return workspace.defaultProgramId ?? ''
}
