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
  createdAt: z.string(),
})

export const presentUser = (
  { id, name, email, image, isMachine, defaultWorkspace, createdAt }: User,
  hasPassword: boolean,
): z.infer<typeof UserSchema> => ({
  id,
  name: name ?? null,
  email: email ?? null,
  image: image ?? null,
  isMachine,
  defaultWorkspace: defaultWorkspace ?? null,
  hasPassword,
  createdAt: createdAt.toISOString(),
})
