import { z } from 'zod'
import { isReservedSlug, slugOf } from './slug.js'

export const WorkspaceName = z.string().trim().min(1).max(32)

export const WorkspaceSlug = z
  .string()
  .max(200)
  .transform(slugOf)
  .pipe(
    z
      .string()
      .min(3, 'A slug has at least 3 letters or digits')
      .max(48)
      .refine((slug) => !isReservedSlug(slug), 'This slug is reserved'),
  )

/** An address of a picture. */
export const PictureUrl = z.httpUrl().max(2000)

/** The path of everything about one workspace. */
export const WorkspaceParams = z.object({ idOrSlug: z.string() })

/** How old a click may be that a lead is credited to. */
export const AttributionWindowDays = z.int().min(1).max(3650)

// A host as browsers say it, or `*.` and one: every host below it.
const hostname = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const Hostname = z.string().trim().toLowerCase().max(253).regex(hostname, 'A host name like `example.com` or `*.example.com`')
