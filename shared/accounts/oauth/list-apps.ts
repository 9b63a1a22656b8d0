import type { WorkspaceScope } from '../workspace-scope.js'
import { type AppShape, presentApp } from './app.schema.js'
import { requireApp } from './change-app.js'
import { OauthApp } from './oauth-app.entity.js'

/** Apps that the workspace develops, newest first. */
export async function listApps({ em, workspace }: WorkspaceScope): Promise<AppShape[]> {
  return (await em.find(OauthApp, { workspaceId: workspace.id }, { orderBy: { createdAt: 'desc', id: 'desc' } })).map(presentApp)
}

export const getApp = async (scope: WorkspaceScope, id: string): Promise<AppShape> => presentApp(await requireApp(scope, id))
