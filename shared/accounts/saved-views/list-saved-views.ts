import type { z } from 'zod'
import type { WorkspaceScope } from '../workspace-scope.js'
import { viewsOfCaller } from './saved-view.queries.js'
import type { listSavedViewsQuerySchema, SavedViewResponse } from './saved-view.schema.js'

const maxViews = 500

export const listSavedViews = (scope: WorkspaceScope, { page }: z.infer<typeof listSavedViewsQuerySchema>): Promise<SavedViewResponse[]> =>
  viewsOfCaller(scope, page, maxViews)
