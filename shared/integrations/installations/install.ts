import { impersonationRefused, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { requireProvider } from '../connections/require-connection.js'
import { parseSettings, withChanges } from '../connections/settings.js'
import { notInstalled } from '../errors.js'
import type { Provider } from '../providers/provider.js'
import { findInstallation, upsertInstallation } from './installation.queries.js'
import type { InstallIntegration, IntegrationAnswer } from './installation.schema.js'
import { presentIntegration } from './present-integration.js'

export async function ensureInstalled(
  scope: WorkspaceScope,
  { slug }: Provider,
  settings: Record<string, unknown> | null = null,
): Promise<void> {
  await upsertInstallation(scope, { id: newId('int_', scope.now().getTime()), provider: slug, userId: scope.actor.user.id, settings })
}

/**
 * Installs an integration, or replaces the default settings of an installed one if settings are given. An operator in the place of the user
 * gives none.
 */
export async function installIntegration(scope: WorkspaceScope, { slug, settings }: InstallIntegration): Promise<IntegrationAnswer> {
  const provider = requireProvider(slug)
  if (settings && scope.actor.isImpersonated) throw impersonationRefused()
  if (settings) parseSettings(provider, settings)
  await ensureInstalled(scope, provider, settings ?? null)
  return getIntegration(scope, slug)
}

/** Changes the default settings for new connections. Existing connections stay unchanged. */
export async function configureIntegration(
  scope: WorkspaceScope,
  slug: string,
  { settings }: { settings: Record<string, unknown> },
): Promise<IntegrationAnswer> {
  const installed = await findInstallation(scope, requireProvider(slug).slug)
  if (!installed) throw notInstalled()
  return installIntegration(scope, { slug, settings: withChanges(installed.settings, settings) })
}

export async function getIntegration(scope: WorkspaceScope, slug: string): Promise<IntegrationAnswer> {
  const provider = requireProvider(slug)
  return presentIntegration(provider, await findInstallation(scope, slug))
}
