/** Integrations as callers see them, and what they say of them. */
import { z } from 'zod'

export const installedIntegrationSchema = z.object({
  id: z.string().meta({ description: 'Id of the integration in this workspace, or of the app that was let in.' }),
  projectId: z.string().meta({ description: 'The workspace whose integration it is.' }),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullish(),
  logo: z.string().nullish(),
  verified: z.boolean(),
  guideUrl: z.string().nullish(),
  comingSoon: z.boolean().nullish(),
})
export type InstalledIntegration = z.infer<typeof installedIntegrationSchema>

export const IntegrationSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  website: z.string(),
  takesWebhooks: z.boolean().meta({ description: 'Whether connections can be made to it.' }),
  signingSecret: z.string().nullable().meta({ description: 'What the signing secret is called there.' }),
  maySendUnsigned: z.boolean().meta({ description: 'Whether a connection may do without a secret, by `settings.allowUnsigned`.' }),
  settingsSchema: z.record(z.string(), z.any()).meta({ description: 'What connections to it let you choose, as JSON Schema.' }),
  installed: z
    .object({ id: z.string(), settings: z.record(z.string(), z.any()), createdAt: z.string() })
    .nullable()
    .meta({ description: 'Null where the workspace does not have it.' }),
})
export type IntegrationAnswer = z.infer<typeof IntegrationSchema>

const slug = z.string().min(1).max(100).meta({ description: 'Slug of the provider.' })
const settings = z.record(z.string(), z.any()).meta({ description: 'What new connections begin with.' })

export const installIntegrationBodySchema = z.object({ slug, settings: settings.optional() })
export type InstallIntegration = z.infer<typeof installIntegrationBodySchema>
export const configureIntegrationBodySchema = z.object({ settings })
export const IntegrationParams = z.object({ providerSlug: slug })
export const UninstalledIntegration = z.object({ id: z.string() })
