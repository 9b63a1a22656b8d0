import { rowMapper } from '../kernel/db/row-mapper.js'
import { Workspace } from './workspace.entity.js'

export const { columnList: workspaceColumnsOf, map: readWorkspace } = rowMapper<Workspace>(Workspace)
