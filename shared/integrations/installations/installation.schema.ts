/** Schemas of integrations. */
import { z } from 'zod'

export const installedIntegrationSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the installed integration or authorised app.' }),
    projectId: z.string().meta({ description: 'Id of the workspace.' }),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullish(),
    logo: z.string().nullish(),
    verified: z.boolean(),
    guideUrl: z.string().nullish(),
    comingSoon: z.boolean().nullish(),
  })
  .meta({ id: 'installedIntegrationSchema' })
export type InstalledIntegration = z.infer<typeof installedIntegrationSchema>

export const IntegrationSchema = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  website: z.string(),
  takesWebhooks: z.boolean().meta({ description: 'Whether the provider sends webhooks, so that connections can be created.' }),
  signingSecret: z.string().nullable().meta({ description: 'Name of the signing secret at the provider.' }),
  maySendUnsigned: z.boolean().meta({ description: 'Whether `settings.allowUnsigned` can replace the secret.' }),
  settingsSchema: z.record(z.string(), z.any()).meta({ description: 'JSON Schema of the connection settings.' }),
  installed: z
    .object({ id: z.string(), settings: z.record(z.string(), z.any()), createdAt: z.string() })
    .nullable()
    .meta({ description: 'Null when not installed in the workspace.' }),
})
export type IntegrationAnswer = z.infer<typeof IntegrationSchema>

const slug = z.string().min(1).max(100).meta({ description: 'Slug of the provider.' })
const settings = z.record(z.string(), z.any()).meta({ description: 'Default settings of new connections.' })

export const installIntegrationBodySchema = z.object({ slug, settings: settings.optional() })
export type InstallIntegration = z.infer<typeof installIntegrationBodySchema>
export const configureIntegrationBodySchema = z.object({ settings })
export const IntegrationParams = z.object({ providerSlug: slug })
export const UninstalledIntegration = z.object({ id: z.string() })
