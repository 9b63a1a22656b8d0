import { z } from 'zod'
import type { User } from '../user.entity.js'

export const UserSchema = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  image: z.string().nullable(),
  isMachine: z.boolean(),
  defaultWorkspace: z.string().nullable().describe('Slug of the default workspace.'),
  hasPassword: z.boolean(),
  isImpersonated: z.boolean().describe('Whether the caller is an operator who logged in as the user.'),
  createdAt: z.string(),
})

export const presentUser = (
  { id, name, email, image, isMachine, defaultWorkspace, createdAt }: User,
  { hasPassword, isImpersonated }: { hasPassword: boolean; isImpersonated: boolean },
): z.infer<typeof UserSchema> => ({
  id,
  name: name ?? null,
  email: email ?? null,
  image: image ?? null,
  isMachine,
  defaultWorkspace: defaultWorkspace ?? null,
  hasPassword,
  isImpersonated,
  createdAt: createdAt.toISOString(),
})
