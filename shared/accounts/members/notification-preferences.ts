/** Which emails a member of a workspace receives. Each member has their own preferences. */
import { z } from 'zod'
import type { WorkspaceScope } from '../workspace-scope.js'
import { storedPreferences, storePreferences } from './member.queries.js'

export const defaultPreferences = {
  linkUsageSummary: true,
  domainConfigurationUpdates: true,
  newPartnerSale: true,
  newPartnerApplication: false,
  pendingApplicationsSummary: true,
  newBountySubmitted: true,
  newMessageFromPartner: true,
  fraudEventsSummary: true,
}
export type Preference = keyof typeof defaultPreferences

const preferences = Object.keys(defaultPreferences) as Preference[]
const shapeOf = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(preferences.map((preference) => [preference, field])) as Record<Preference, Field>

export const NotificationPreferences = z.object(shapeOf(z.boolean()))
export const ChangeNotificationPreferences = z.object(shapeOf(z.boolean().optional()))

export async function notificationPreferences({ em, workspace, actor }: WorkspaceScope): Promise<z.infer<typeof NotificationPreferences>> {
  return { ...defaultPreferences, ...(await storedPreferences(em, workspace.id, actor.user.id)) }
}

/** Changes the given preferences and keeps the others. */
export async function changeNotificationPreferences(
  scope: WorkspaceScope,
  changes: z.infer<typeof ChangeNotificationPreferences>,
): Promise<z.infer<typeof NotificationPreferences>> {
  await storePreferences(scope.em, scope.workspace.id, scope.actor.user.id, changes)
  return notificationPreferences(scope)
}
