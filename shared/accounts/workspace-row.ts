import { plainRows } from '../kernel/plain-rows.js'
import { Workspace } from './workspace.entity.js'

export const { columnsOf: workspaceColumnsOf, read: readWorkspace } = plainRows<Workspace>(Workspace)
