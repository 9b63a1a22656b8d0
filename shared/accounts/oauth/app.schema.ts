/** What callers say about an app, and what they see of it. */
import { z } from 'zod'
import { isReservedSlug, slugOf } from '../workspaces/slug.js'
import type { OauthApp } from './oauth-app.entity.js'

const Address = z.httpUrl().max(2000)
/** Compared letter by letter when somebody is sent back, so it is kept as it was written. */
const RedirectUri = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((uri) => !uri.includes('#'), 'A redirect address has no fragment')

const fields = {
  name: z.string().trim().min(1).max(40),
  slug: z
    .string()
    .max(200)
    .transform(slugOf)
    .pipe(
      z
        .string()
        .min(3)
        .max(48)
        .refine((slug) => !isReservedSlug(slug), 'This slug is reserved'),
    ),
  developer: z.string().trim().min(1).max(40),
  website: z.httpUrl().max(100),
  description: z.string().max(120).nullish(),
  readme: z.string().max(1000).nullish(),
  logo: Address.nullish(),
  screenshots: Address.array().max(6),
  redirectUris: RedirectUri.array().min(1).max(5),
  pkce: z.boolean(),
}

export const CreateApp = z.object({ ...fields, screenshots: fields.screenshots.default([]), pkce: fields.pkce.default(false) })
export const UpdateApp = z.object(fields).partial()
export const VerifyApp = z.object({ verified: z.boolean() })
export const AppParams = z.object({ id: z.string() })

export const AppSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  developer: z.string(),
  website: z.string(),
  description: z.string().nullable(),
  readme: z.string().nullable(),
  logo: z.string().nullable(),
  screenshots: z.string().array(),
  clientId: z.string(),
  partialClientSecret: z.string(),
  redirectUris: z.string().array(),
  pkce: z.boolean(),
  verified: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AppShape = z.infer<typeof AppSchema>
/** The secret is in the answer and nowhere else. */
export const AppWithSecret = AppSchema.extend({ clientSecret: z.string() })

export const presentApp = ({
  id,
  name,
  slug,
  developer,
  website,
  description,
  readme,
  logo,
  screenshots,
  clientId,
  partialSecret,
  redirectUris,
  pkce,
  verified,
  createdAt,
  updatedAt,
}: OauthApp): AppShape => ({
  id,
  name,
  slug,
  developer,
  website,
  description: description ?? null,
  readme: readme ?? null,
  logo: logo ?? null,
  screenshots,
  clientId,
  partialClientSecret: partialSecret,
  redirectUris,
  pkce,
  verified,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
