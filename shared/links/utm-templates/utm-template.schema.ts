/** Request and response schemas of UTM templates. */
import { z } from 'zod'
import type { UtmTemplate } from './utm-template.entity.js'

const utmField = () =>
  z
    .string()
    .trim()
    .max(255)
    .transform((value) => value || null)
    .nullish()

export const utmTemplateBodySchema = z.object({
  name: z.string().trim().min(1).max(50),
  utm_source: utmField(),
  utm_medium: utmField(),
  utm_campaign: utmField(),
  utm_term: utmField(),
  utm_content: utmField(),
  ref: utmField(),
})
export type UtmTemplateBody = z.infer<typeof utmTemplateBodySchema>

const text = z.string().nullable()
export const UtmTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  ref: text,
  userId: text,
  projectId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type UtmTemplateResponse = z.infer<typeof UtmTemplateSchema>

export const ListedUtmTemplate = UtmTemplateSchema.extend({ user: z.object({ id: z.string(), name: text, image: text }).nullable() })
/** An update response also names the partner group that uses the template. */
export const ChangedUtmTemplate = UtmTemplateSchema.extend({ partnerGroup: z.object({ id: z.string(), name: z.string() }).nullable() })
export const UtmTemplateParams = z.object({ id: z.string() })
export const DeletedUtmTemplate = z.object({ id: z.string() })

export function presentUtmTemplate(template: UtmTemplate): UtmTemplateResponse {
  const {
    id,
    name,
    utm_source = null,
    utm_medium = null,
    utm_campaign = null,
    utm_term = null,
    utm_content = null,
    ref = null,
    userId = null,
    workspaceId,
    createdAt,
    updatedAt,
  } = template
  return {
    id,
    name,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_term,
    utm_content,
    ref,
    userId,
    projectId: workspaceId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
