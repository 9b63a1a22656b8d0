import { z } from 'zod'
import { settingsSchemaOf } from '../connections/settings.js'
import type { Provider } from '../providers/provider.js'
import type { Installation } from './installation.queries.js'
import type { IntegrationAnswer } from './installation.schema.js'

/** A provider with its installation in the workspace. */
export function presentIntegration(provider: Provider, installed: Installation | null): IntegrationAnswer {
  const { slug, name, description, category, website, receiver } = provider
  return {
    slug,
    name,
    description,
    category,
    website,
    takesWebhooks: receiver !== undefined,
    signingSecret: receiver?.secretName ?? null,
    maySendUnsigned: receiver?.maySendUnsigned ?? false,
    settingsSchema: z.toJSONSchema(settingsSchemaOf(provider), { io: 'input' }),
    installed: installed && { id: installed.id, settings: installed.settings, createdAt: installed.createdAt.toISOString() },
  }
}
