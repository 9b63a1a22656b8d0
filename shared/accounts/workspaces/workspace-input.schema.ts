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
      .min(3, 'Must have at least 3 letters or digits')
      .max(48)
      .refine((slug) => !isReservedSlug(slug), 'This slug is reserved'),
  )

export const WorkspaceParams = z.object({ idOrSlug: z.string() })

/** Maximum age of a click to which a lead is attributed. */
export const AttributionWindowDays = z.int().min(1).max(3650)

// A host name, or `*.` followed by one, which matches its subdomains.
const hostname = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const Hostname = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(hostname, 'Must be a host name like `example.com` or `*.example.com`')
