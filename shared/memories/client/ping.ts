import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { Ping } from './client.schema.js'

/** Tells a client that its key is good. A workspace is what it calls an organisation and a project. */
export const ping = async ({ workspace, actor }: WorkspaceScope): Promise<z.infer<typeof Ping>> => ({
  status: 'ok',
  org_id: workspace.id,
  project_id: workspace.id,
  user_email: actor.user.email,
})
