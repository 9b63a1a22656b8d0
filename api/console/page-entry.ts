import type { FunctionComponent } from 'preact'
import type { OperationId } from './api-client.js'
import type { IconName } from './kit/icon.js'

export interface PageEntry {
  /** Below the address of the workspace. */
  path: string
  title: string
  icon: IconName
  /** Heading in the navigation. */
  section: 'Attribution' | 'Partner program' | 'Workspace' | 'Administration'
  /** Whether the command palette and other pages lead to it, but not the navigation. */
  isHidden?: boolean
  /** The operation that the page cannot do without. Its permissions and plans are those of the page. */
  needs: OperationId
  /** What the command palette offers to create there. */
  create?: { label: string; needs: OperationId }
  load: () => Promise<FunctionComponent>
  /** The page about one object, whose id follows the path. */
  loadOne?: () => Promise<FunctionComponent<{ id: string }>>
}
