/** What a member of a workspace wants to hear of by mail. Each member speaks for themselves. */
import { z } from 'zod'
import type { WorkspaceScope } from '../workspace-scope.js'
import { preferencesOf, storePreferences } from './member.queries.js'

/** Each with what holds until the member says otherwise. */
const defaults = {
  linkUsageSummary: true,
  domainConfigurationUpdates: true,
  newPartnerSale: true,
  newPartnerApplication: false,
  pendingApplicationsSummary: true,
  newBountySubmitted: true,
  newMessageFromPartner: true,
  fraudEventsSummary: true,
}
type Preference = keyof typeof defaults

const preferences = Object.keys(defaults) as Preference[]
const shapeOf = <Field extends z.ZodType>(field: Field) =>
  Object.fromEntries(preferences.map((one) => [one, field])) as Record<Preference, Field>

export const NotificationPreferences = z.object(shapeOf(z.boolean()))
export const ChangeNotificationPreferences = z.object(shapeOf(z.boolean().optional()))

export async function notificationPreferences({ em, workspace, actor }: WorkspaceScope): Promise<z.infer<typeof NotificationPreferences>> {
  return { ...defaults, ...(await preferencesOf(em, workspace.id, actor.user.id)) }
}

/** Changes what was said and leaves the rest. */
export async function changeNotificationPreferences(
  scope: WorkspaceScope,
  said: z.infer<typeof ChangeNotificationPreferences>,
): Promise<z.infer<typeof NotificationPreferences>> {
  await storePreferences(scope.em, scope.workspace.id, scope.actor.user.id, said)
  return notificationPreferences(scope)
}
