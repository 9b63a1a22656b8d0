import { z } from 'zod'
import type { GuestScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { notPublic } from '../errors.js'
import { findPublicDashboard, type PublicDashboard, subjectOfDashboard } from './public-dashboard.queries.js'
import { requirePassword } from './require-password.js'

const text = z.string().nullable()

export const PublicDashboardParams = z.object({ id: z.string().max(100).meta({ description: 'Id of the dashboard.' }) })
export const publicDashboardQuerySchema = z.object({
  password: z.string().max(255).optional().meta({ description: 'Password of the dashboard, if it has one.' }),
})
export const PublicDashboardSchema = z.object({
  id: z.string(),
  title: z.string().meta({ description: 'The short link or the name of the folder.' }),
  url: text.meta({ description: 'Destination of the link.' }),
  domain: text,
  key: text,
  folderId: text,
  showConversions: z.boolean(),
})

/** What a visitor of a shared dashboard sees besides the figures. Refuses wrong passwords. */
export async function getPublicDashboard(
  scope: GuestScope,
  id: string,
  { password }: z.infer<typeof publicDashboardQuerySchema>,
): Promise<z.infer<typeof PublicDashboardSchema>> {
  const dashboard = await requirePublicDashboard(scope, id)
  await requirePassword(scope, dashboard, password)
  const { folderId, showConversions } = dashboard
  return { id, folderId, showConversions, ...(await subjectOfDashboard(scope, dashboard)) }
}

/** Whether search engines may list the page. Refuses dashboards that do not exist. */
export const isIndexable = async (scope: Scope, id: string): Promise<boolean> => {
  const { doIndex, sealedPassword } = await requirePublicDashboard(scope, id)
  return doIndex && sealedPassword === null
}

async function requirePublicDashboard(scope: Scope, id: string): Promise<PublicDashboard> {
  const dashboard = await findPublicDashboard(scope, { id })
  if (!dashboard) throw notPublic()
  return dashboard
}
