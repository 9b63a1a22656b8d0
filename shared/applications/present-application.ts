import type { ApplicationRow } from './application.queries.js'
import type { ApplicationResponse } from './application.schema.js'

/** An application as callers read it. The answer to an image field is the address of the image. */
export function presentApplication({ id, createdAt, partner, platforms, formData, images }: ApplicationRow): ApplicationResponse {
  const { website = null, youtube = null, twitter = null, linkedin = null, instagram = null, tiktok = null } = platforms
  return {
    id,
    createdAt,
    partner: { ...partner, website, youtube, twitter, linkedin, instagram, tiktok },
    applicationFormData: formData.map((field) => ({ label: field.label, value: images[field.id] ?? (field.value || null) })),
  }
}
