import {
  DeletedSavedView,
  deleteSavedView,
  listSavedViews,
  listSavedViewsQuerySchema,
  saveView,
  saveViewBodySchema,
  SavedViewParams,
  SavedViewSchema,
} from '../../shared/accounts/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

// Views of the caller. Every member may have some: they change nothing of the workspace.
const access = workspace('workspaces.read')

export const savedViews = [
  endpoint({
    id: 'saveView',
    method: 'POST',
    path: '/saved-views',
    hidden: true,
    access,
    rate: 'api',
    body: saveViewBodySchema,
    output: SavedViewSchema,
    run: ({ scope, body }) => saveView(scope, body),
  }),
  endpoint({
    id: 'listSavedViews',
    method: 'GET',
    path: '/saved-views',
    hidden: true,
    access,
    rate: 'api',
    query: listSavedViewsQuerySchema,
    output: SavedViewSchema.array(),
    run: ({ scope, query }) => listSavedViews(scope, query),
  }),
  endpoint({
    id: 'deleteSavedView',
    method: 'DELETE',
    path: '/saved-views/{id}',
    hidden: true,
    access,
    rate: 'api',
    params: SavedViewParams,
    output: DeletedSavedView,
    run: ({ scope, params }) => deleteSavedView(scope, params.id),
  }),
]
