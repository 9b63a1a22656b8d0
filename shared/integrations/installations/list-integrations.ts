import type { WorkspaceScope } from '../../accounts/index.js'
import { providerOf, providers } from '../providers/index.js'
import { installedApps, installedProviders } from './installation.queries.js'
import type { InstalledIntegration, IntegrationAnswer } from './installation.schema.js'
import { presentIntegration } from './present-integration.js'

/** What the workspace has: providers, and apps that somebody let in; the newest first. */
export async function listInstalledIntegrations(scope: WorkspaceScope): Promise<InstalledIntegration[]> {
  const [installed, apps] = await Promise.all([installedProviders(scope), installedApps(scope)])
  const ofProviders = installed.flatMap(({ id, provider, createdAt }) => {
    const known = providerOf(provider)
    return known
      ? [
          {
            createdAt,
            shown: {
              id,
              projectId: scope.workspace.id,
              name: known.name,
              slug: provider,
              description: known.description,
              logo: null,
              verified: true,
              guideUrl: known.website,
              comingSoon: null,
            },
          },
        ]
      : []
  })
  const ofApps = apps.map(({ createdAt, ...app }) => ({ createdAt, shown: { ...app, guideUrl: null, comingSoon: null } }))
  return [...ofProviders, ...ofApps]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.shown.id > one.shown.id ? 1 : -1))
    .map(({ shown }) => shown)
}

/** The catalogue. */
export async function listProviders(scope: WorkspaceScope): Promise<IntegrationAnswer[]> {
  const installed = new Map((await installedProviders(scope)).map((one) => [one.provider, one]))
  return providers.map((provider) => presentIntegration(provider, installed.get(provider.slug) ?? null))
}
