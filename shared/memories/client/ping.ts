import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { Ping } from './client.schema.js'

/** Confirms that the client's key is valid. The client's organisation and project are both the workspace. */
export const ping = async ({ workspace, actor }: WorkspaceScope): Promise<z.infer<typeof Ping>> => ({
  status: 'ok',
  org_id: workspace.id,
  project_id: workspace.id,
  user_email: actor.user.email,
})
