import type { WorkspaceScope } from '../../accounts/index.js'
import { providerOf, providers } from '../providers/index.js'
import { findInstalledApps, findInstallations } from './installation.queries.js'
import type { InstalledIntegration, IntegrationAnswer } from './installation.schema.js'
import { presentIntegration } from './present-integration.js'

/** Installed integrations and authorised OAuth apps, newest first. */
export async function listInstalledIntegrations(scope: WorkspaceScope): Promise<InstalledIntegration[]> {
  const [installed, apps] = await Promise.all([findInstallations(scope), findInstalledApps(scope)])
  const installedProviders = installed.flatMap(({ id, provider, createdAt }) => {
    const details = providerOf(provider)
    return details
      ? [
          {
            createdAt,
            response: {
              id,
              projectId: scope.workspace.id,
              name: details.name,
              slug: provider,
              description: details.description,
              logo: null,
              verified: true,
              guideUrl: details.website,
              comingSoon: null,
            },
          },
        ]
      : []
  })
  const authorisedApps = apps.map(({ createdAt, ...app }) => ({ createdAt, response: { ...app, guideUrl: null, comingSoon: null } }))
  return [...installedProviders, ...authorisedApps]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.response.id > one.response.id ? 1 : -1))
    .map(({ response }) => response)
}

/** All supported providers. */
export async function listProviders(scope: WorkspaceScope): Promise<IntegrationAnswer[]> {
  const installed = new Map((await findInstallations(scope)).map((one) => [one.provider, one]))
  return providers.map((provider) => presentIntegration(provider, installed.get(provider.slug) ?? null))
}
