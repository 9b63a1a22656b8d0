/** Input and output schemas of OAuth apps. */
import { z } from 'zod'
import { isReservedSlug, slugOf } from '../workspaces/slug.js'
import type { OauthApp } from './oauth-app.entity.js'

const Url = z.httpUrl().max(2000)
/** Compared character by character during authorization, so it is stored exactly as entered. */
const RedirectUri = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine((uri) => !uri.includes('#'), 'Must not contain a fragment')

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
  logo: Url.nullish(),
  screenshots: Url.array().max(6),
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
/** The only response that contains the secret. */
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
